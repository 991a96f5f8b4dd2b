"""The terminal's words in five languages, most of them shared with the browser client."""

from fogline.cli.i18n.book import CatalogBook
from fogline.cli.i18n.catalogs import LANGUAGES, Catalog, language_of_this_machine, load_catalog

__all__ = ["LANGUAGES", "Catalog", "CatalogBook", "language_of_this_machine", "load_catalog"]
