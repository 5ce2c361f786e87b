"""Formats of other programs: import and export of clembench results, replays of given responses."""
