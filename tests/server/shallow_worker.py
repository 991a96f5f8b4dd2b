"""The worker for reviews, with few playouts."""

from __future__ import annotations

from fogline.review import DEPTHS
from fogline.review.depth import Depth
from fogline.server.features.reviews import review_worker

DEPTHS["standard"] = Depth(
    curve=8, candidates=6, first=2, finalists=2, second=4, few=8, many=32
)  # fmt: skip

if __name__ == "__main__":
    review_worker.main()
