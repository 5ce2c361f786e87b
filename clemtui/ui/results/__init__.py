"""How it ended, and how others did."""
