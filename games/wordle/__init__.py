"""Wordle: a guesser finds a five-letter word with the help of coloured feedback."""
