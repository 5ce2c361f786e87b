"""Taboo: a describer gets a guesser to name a word without using it or related words."""
