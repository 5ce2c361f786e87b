"""From what a user chose to an episode that can start."""
