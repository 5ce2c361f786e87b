"""What is read from the source packages for the word lists, one module per language."""
