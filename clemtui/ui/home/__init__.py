"""The home screen and the screens that ask who plays."""
