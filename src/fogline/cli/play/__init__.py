"""A game at the terminal: what is shown, what can be chosen, and who sits where."""
