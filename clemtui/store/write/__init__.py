"""Writing to the database."""
