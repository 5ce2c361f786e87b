"""privateshared: answer requests and keep track of what has been said."""
