"""Playing at a table of a Fogline server, from a terminal."""
