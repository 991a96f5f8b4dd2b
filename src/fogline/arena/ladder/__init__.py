"""A ladder of bots: the strength of each, with its uncertainty."""
