"""Stemmers for English and German, based on the Snowball algorithms."""
