"""Builds the word associations that scripted players know."""
