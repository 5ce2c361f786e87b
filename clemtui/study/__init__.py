"""Studies: from a protocol to what participants play."""
