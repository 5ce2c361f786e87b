"""Export of recorded episodes as results trees that the reference's programs read."""
