"""Read the source packages for the word lists, one module per language."""
