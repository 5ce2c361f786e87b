"""The screens for playing and watching an episode."""
