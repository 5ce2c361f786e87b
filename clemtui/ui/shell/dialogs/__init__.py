"""Small questions above a screen."""
