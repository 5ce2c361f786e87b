"""The path of a participant through a study, as lines of text."""
