"""What each participant plays, and in which order."""
