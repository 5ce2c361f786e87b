"""The benchmark's measures over rows of results."""
