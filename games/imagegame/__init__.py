"""Imagegame: a giver describes a grid of letters; a follower draws it command by command."""
