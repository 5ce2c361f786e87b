"""A recorded episode brought back to the point where it stopped."""
