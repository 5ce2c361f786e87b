"""Turn a user's choices into an episode that can start."""
