"""How the writing systems of the twelve languages look on the screen."""
