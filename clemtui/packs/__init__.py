"""Tools for translators: list, check, compare, create and stamp language packs."""
