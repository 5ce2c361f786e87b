"""What the prompt language does, on a screen."""
