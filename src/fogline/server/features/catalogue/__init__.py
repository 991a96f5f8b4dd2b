"""Games, boards and lessons that the server offers."""
