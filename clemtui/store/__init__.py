"""The store: the only place that speaks SQL. See sessions/DATA_DICTIONARY.md for what it keeps.

Its names are imported from its modules, so that an error's class costs no database library.
"""
