"""A person's progress in a game."""
