"""The reference game: one player describes one of three grids, the other picks it out."""
