"""Tests of the plain-text front end."""
