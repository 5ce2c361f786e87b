"""One episode: planned, played, recorded, and continued where it stood."""
