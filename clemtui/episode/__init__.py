"""One episode: planning, play, recording and resuming."""
