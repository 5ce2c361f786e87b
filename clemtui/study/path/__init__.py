"""The path of a participant through a study, whichever front shows it."""
