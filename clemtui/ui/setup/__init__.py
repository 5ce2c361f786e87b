"""Setting up an episode."""
