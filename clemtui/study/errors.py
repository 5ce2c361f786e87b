"""Errors of studies."""

from __future__ import annotations

from clemtui.episode.errors import PlayError


class StudyError(PlayError):
    """A study cannot be used; the message is one line that says what to do."""


class NoPlace(StudyError):
    """A study admits no one any more: it was closed, or all places are taken."""
