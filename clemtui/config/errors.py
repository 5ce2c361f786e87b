"""What can be wrong with the settings."""

from __future__ import annotations


class ConfigError(Exception):
    """A setting that cannot be used. Its text is one line that says where it is and what to do."""
