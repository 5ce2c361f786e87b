"""The path of a participant through a study."""
