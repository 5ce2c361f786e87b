"""How many random examples a property is tested with, where the default of 100 does not fit."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

_FACTOR = 20 if os.environ.get("CLEMTUI_HYPOTHESIS") == "soak" else 1


def examples(number: int, **options: Any) -> settings:
    """Return settings for this many examples, and for twenty times as many in a soak test.

    Args:
        options: other settings, as for `hypothesis.settings`.
    """
    return settings(max_examples=number * _FACTOR, **options)
