"""Recorded episodes become results trees that the reference's programs read."""
