"""The terminal's words, most of them shared with the browser client."""

from fogline.catalogs import LANGUAGES, Catalog, load_catalog
from fogline.cli.i18n.book import CatalogBook
from fogline.cli.i18n.environment import language_of_this_machine

__all__ = ["LANGUAGES", "Catalog", "CatalogBook", "language_of_this_machine", "load_catalog"]
