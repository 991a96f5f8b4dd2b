"""Words of the terminal: names, colours, the story of a game and its result."""
