"""The steps of the migrations."""
