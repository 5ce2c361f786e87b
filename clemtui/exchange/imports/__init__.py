"""Import of results of the reference framework as episodes."""
