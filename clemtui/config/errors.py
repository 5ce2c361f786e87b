"""Errors in the settings."""

from __future__ import annotations


class ConfigError(Exception):
    """An invalid setting. The message is one line with its place and what to do."""


class NoSettingsFile(ConfigError):
    """The settings file that was named does not exist."""


class InvalidChange(ConfigError):
    """A change that was asked for names no setting, or has an invalid value."""
