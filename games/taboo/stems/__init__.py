"""Stems of English and German words, by the Snowball algorithms."""
