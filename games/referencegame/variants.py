"""Variants of a task that differ in what a seat may not know, for the conformance kit."""

from __future__ import annotations

import re
from typing import Any

from clemtui.engine import Instance

from .official import PATTERNS, PROMPTS
from .parsing import DIGITS, options_of
from .task import FOLLOWER_GRIDS, GIVER_GRIDS


def other_order(instance: Instance) -> dict[str, Any]:
    """Return instance fields with which the follower sees the grids in another order."""
    if instance.origin == "official":
        return _rotated(instance, FOLLOWER_GRIDS, PROMPTS["follower"])
    order = instance.data["order"]
    return {"data": {**instance.data, "order": [*order[1:], order[0]]}}


def other_target(instance: Instance) -> dict[str, Any]:
    """Return instance fields with which another of the follower's grids is the target."""
    if instance.origin == "official":
        return _rotated(instance, GIVER_GRIDS, PROMPTS["giver"])
    grids, order = instance.data["grids"], instance.data["order"]
    seen = [grids[number - 1] for number in order]
    mine = [*grids[1:], grids[0]]
    order = [mine.index(grid) + 1 for grid in seen]
    return {"data": {**instance.data, "grids": mine, "order": order}}


def _rotated(instance: Instance, fields: tuple[str, ...], prompt: str) -> dict[str, Any]:
    """Rotate the grids of one seat, in the data and in its prompt, by one place."""
    before = [instance.data[field] for field in fields]
    after = [*before[1:], before[0]]
    data = {**instance.data, **dict(zip(fields, after, strict=True))}
    data["target_grid_name"] = _names(data)
    place = dict(zip(before, after, strict=True))
    text = re.sub("|".join(map(re.escape, before)), lambda m: place[m[0]], instance.prompts[prompt])
    return {"data": data, "prompts": {**instance.prompts, prompt: text}}


def _names(data: dict[str, Any]) -> list[str]:
    """Return the follower's names for the target."""
    place = [data[field] for field in FOLLOWER_GRIDS].index(data[GIVER_GRIDS[0]])
    options = options_of(data[PATTERNS[1]]) or DIGITS
    return list(dict.fromkeys((options[place], DIGITS[place])))
