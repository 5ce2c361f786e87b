"""Build the word associations used by scripted players."""
