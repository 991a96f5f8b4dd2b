"""Many games of one kind, and a page that tells a board's author what happens in them."""
