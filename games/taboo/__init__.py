"""Taboo: a describer makes a guesser find a word without saying it or its relatives."""
