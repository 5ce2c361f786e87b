"""Playing and watching an episode."""
