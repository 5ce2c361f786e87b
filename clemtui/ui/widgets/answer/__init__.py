"""Writing an answer: the composer and its fields."""
