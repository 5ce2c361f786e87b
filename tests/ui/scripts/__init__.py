"""What the writing systems of the twelve languages look like on the screen."""
