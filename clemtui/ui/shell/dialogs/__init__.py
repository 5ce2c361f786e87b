"""Small dialogs above a screen."""
