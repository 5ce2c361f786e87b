"""How a person develops in a game."""
