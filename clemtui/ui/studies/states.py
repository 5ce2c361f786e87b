"""The states of a study in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clemtui.language import translatable

if TYPE_CHECKING:
    from clemtui.study.overview import State

STATES: Mapping[State, str] = {
    "draft": translatable("draft"),
    "frozen": translatable("frozen"),
    "open": translatable("open"),
    "closed": translatable("closed"),
}
"""What the states of a study are called, in the middle of a line."""
