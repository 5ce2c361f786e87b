"""The home screen, and who plays."""
