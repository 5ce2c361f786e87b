"""What F1 explains where one reads an episode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from clemtui.packs.card import card_text
from clemtui.ui.archive.episode_words import EpisodeWords

if TYPE_CHECKING:
    from clemtui.archive.review import Review
    from clemtui.ui.shell.context import Context


def help_texts(context: Context, review: Review | None) -> Iterator[tuple[str, str]]:
    """Headings with what stands below each; ``review`` is None while it is being read."""
    ui = context.interface
    yield (
        ui.text("Reading an episode"),
        ui.text(
            "Left and Right go a step back and on: a step is one response and what came of it. "
            "Page Up and Page Down go by rounds, Home and End to the beginning and the end, Up "
            "and Down scroll. A click on the line of steps goes to a step; ✗ marks those in "
            "which a response was not accepted. What is highlighted by [ and ] is copied by c."
        ),
    )
    yield (
        ui.text("Other view"),
        ui.text(
            "See everything, or what somebody who watches saw, or what one seat saw. Of an "
            "episode of yours that is not over, you see your own seat alone."
        ),
    )
    yield (
        ui.text("English wording"),
        ui.text(
            "What the game master says, beside the same prompt of the English language pack with "
            "the same values. Words of the task and what players say stay as they were."
        ),
    )
    if review is not None:
        words = EpisodeWords(context)
        facts = words.facts(review.stored.summary)
        yield ui.text("This episode"), "\n".join(f"{name}: {value}" for name, value in facts)
        if not review.stored.erased:
            yield ui.text("Language pack"), card_text(review.stored.texts, ui)
