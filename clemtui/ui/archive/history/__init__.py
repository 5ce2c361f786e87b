"""The history of episodes."""
