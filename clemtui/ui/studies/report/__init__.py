"""A study: how far it has got, and its report."""
