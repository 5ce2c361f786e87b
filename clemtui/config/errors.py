"""Errors in the settings."""

from __future__ import annotations


class ConfigError(Exception):
    """An invalid setting. The message is one line with its place and what to do."""
