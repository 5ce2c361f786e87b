"""How the time that a person has left in an episode is said."""

from __future__ import annotations

from math import ceil

from clemtui.language import Interface, Localised

LAST_MINUTE = 60.0
"""The seconds in which a person is warned that the time is running out."""


def time_left_line(seconds: float, ui: Interface) -> Localised:
    """Return the time left, in minutes and seconds that have begun."""
    minutes, rest = divmod(max(0, ceil(seconds)), 60)
    return ui.text("Time left: {time}", time=f"{minutes}:{rest:02d}")
