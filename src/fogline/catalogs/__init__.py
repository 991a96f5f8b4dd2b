"""The words of Fogline in every language: those of the browser client, and a few more."""

from fogline.catalogs.catalog import LANGUAGES, Catalog, Message, load_catalog, plural_form

__all__ = ["LANGUAGES", "Catalog", "Message", "load_catalog", "plural_form"]
