"""Statistics of the effect of the prompt language."""
