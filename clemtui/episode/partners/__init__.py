"""Who can take a seat, and what keeps a model from playing."""
