"""Reading from the database."""
