"""Export of our instances in the reference's file format."""

from __future__ import annotations

import re

from clemtui.engine import Instance, ReferenceFiles, Texts

from .official import EXPRESSION_MARKER, PATTERNS, PROMPTS
from .prompts import follower_prompt, giver_prompt
from .task import FOLLOWER_GRIDS, GIVER_GRIDS, instance_mode, task_of


def reference_files(instance: Instance, texts: Texts) -> ReferenceFiles:
    """Return what the reference's files would contain for this task and these texts."""
    task = task_of(instance, texts)
    rules = (task.expressions, task.answers)
    fields = {
        "game_id": instance.game_id,
        PROMPTS["giver"]: giver_prompt(texts, task),
        **dict(zip(GIVER_GRIDS, task.giver, strict=True)),
        PROMPTS["follower"]: follower_prompt(texts, task, EXPRESSION_MARKER),
        **dict(zip(FOLLOWER_GRIDS, task.follower, strict=True)),
        "target_grid_name": list(task.names),
        **{
            name: _in_any_width(rule.pattern.pattern, texts.tag(tag))
            for name, rule, tag in zip(PATTERNS, rules, ("expression", "answer"), strict=True)
        },
        "lang": texts.language,
        **{mode: instance_mode(instance, mode) for mode in ("p1_mode", "p2_mode")},
    }
    return ReferenceFiles({"name": instance.experiment}, fields)


def _in_any_width(pattern: str, tag: str) -> str:
    """Return a pattern that accepts the colon of its tag in both widths if the tag is full-width.

    Our rules fold the width before they compare; the reference's do not.
    """
    if "：" not in tag:
        return pattern
    return re.sub(r"[:：](?=\\s\*\))", "[:：]", pattern, count=1)
