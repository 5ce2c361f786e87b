"""Tests of the app, played headlessly with real games and a real database."""
