"""How long ago something was, in words that one need not calculate with."""

from __future__ import annotations

from datetime import datetime, timedelta

from clemtui.language import Interface, Localised

_LONGEST = timedelta(days=7)


def ago(interface: Interface, moment: datetime, now: datetime) -> Localised:
    """How long before ``now`` a moment was; what is longer ago than a week has its date."""
    passed = now - moment
    minutes, hours = int(passed / timedelta(minutes=1)), int(passed / timedelta(hours=1))
    if minutes < 1:  # clocks of two machines may differ, too
        return interface.text("just now")
    if hours < 1:
        return interface.plural("{n} minute ago", "{n} minutes ago", minutes)
    if passed < timedelta(days=1):
        return interface.plural("{n} hour ago", "{n} hours ago", hours)
    if passed < _LONGEST:
        return interface.plural("{n} day ago", "{n} days ago", passed.days)
    return interface.date_time(moment.astimezone(), length="short")
