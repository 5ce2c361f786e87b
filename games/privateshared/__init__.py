"""privateshared: what has been said already, and what not."""
