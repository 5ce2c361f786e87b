"""The transcript of an episode."""
