"""How many participants a study needs, and what it can find with those that are planned."""
