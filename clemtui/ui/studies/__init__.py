"""A researcher's studies: the list of them."""
