"""The reference game: one player describes one of three grids so that the other can point at it."""
