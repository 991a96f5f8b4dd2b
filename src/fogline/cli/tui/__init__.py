"""A game on a whole terminal screen, with a map of the board."""
