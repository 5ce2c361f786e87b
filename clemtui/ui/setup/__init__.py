"""The setup of an episode."""
