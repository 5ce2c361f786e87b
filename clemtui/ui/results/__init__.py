"""The result of an episode, a person's progress, and the effect of the prompt language."""
