"""Wordle: a guesser finds a five-letter word from coloured feedback."""
