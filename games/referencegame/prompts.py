"""The two prompts, filled in."""

from __future__ import annotations

from clemtui.engine import Texts

from .grids import EMPTY, FILLED
from .parsing import DIGITS
from .task import Task


def giver_prompt(texts: Texts, task: Task) -> str:
    """Return the giver's prompt: the target, the distractors, and how to answer."""
    target, first, second = task.giver
    return texts.prompt(
        "giver",
        target=target,
        distractor_1=first,
        distractor_2=second,
        **_signs(texts, "expression"),
    )


def follower_prompt(texts: Texts, task: Task, expression: str) -> str:
    """Return the follower's prompt: the grids, the expression, and how to answer."""
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
    """Return whether the follower's prompt has a placeholder for the expression.

    The prompts of the reference's Arabic instances have none.
    """
    return follower_prompt(texts, task, FILLED) != follower_prompt(texts, task, "")


def answer_options(texts: Texts) -> tuple[str, ...]:
    """Return the names of the three grids: words of the language, or digits if it has none."""
    return texts.options.get("answer") or DIGITS


def _signs(texts: Texts, tag: str) -> dict[str, str]:
    return {"filled": FILLED, "empty": EMPTY, f"{tag}_tag": texts.tags.get(tag, "")}
