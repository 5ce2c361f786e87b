"""The effect of the prompt language."""
