"""Tests of the plain program."""
