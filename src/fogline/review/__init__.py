"""Reviews of finished games: luck, skill, and the expert's choice."""

from fogline.review.build import review
from fogline.review.depth import DEPTHS
from fogline.review.history import ReviewError
from fogline.review.model import Label, Review

__all__ = ["DEPTHS", "Label", "Review", "ReviewError", "review"]
