"""Reading a recorded episode."""
