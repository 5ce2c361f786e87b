"""The two prompts, filled in."""

from __future__ import annotations

from clemtui.engine import Texts

from .grids import EMPTY, FILLED
from .parsing import DIGITS
from .task import Task


def giver_prompt(texts: Texts, task: Task) -> str:
    """What the giver is told: the target, the distractors, and how to answer."""
    target, first, second = task.giver
    return texts.prompt(
        "giver",
        target=target,
        distractor_1=first,
        distractor_2=second,
        **_signs(texts, "expression"),
    )


def follower_prompt(texts: Texts, task: Task, expression: str) -> str:
    """What the follower is told: the grids, the expression, and how to answer."""
    first, second, third = task.follower
    options = answer_options(texts)
    return texts.prompt(
        "follower",
        first=first,
        second=second,
        third=third,
        option_1=options[0],
        option_2=options[1],
        option_3=options[2],
        expression=expression,
        **_signs(texts, "answer"),
    )


def shows_expression(texts: Texts, task: Task) -> bool:
    """Whether the follower's prompt has a place for the expression. Those of the reference's
    Arabic instances have none."""
    return follower_prompt(texts, task, FILLED) != follower_prompt(texts, task, "")


def answer_options(texts: Texts) -> tuple[str, ...]:
    """The names of the three grids: words of the language, or digits where there are none."""
    return texts.options.get("answer") or DIGITS


def _signs(texts: Texts, tag: str) -> dict[str, str]:
    return {"filled": FILLED, "empty": EMPTY, f"{tag}_tag": texts.tags.get(tag, "")}
