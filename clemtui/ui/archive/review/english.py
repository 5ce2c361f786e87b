"""The English wording of the prompts of an episode, and the card of the pack they come from."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from clemtui.language import Sentence
from clemtui.packs.card import card_text
from clemtui.ui.shell.reader import ReaderScreen

if TYPE_CHECKING:
    from clemtui.archive.english import EnglishWording
    from clemtui.archive.review import Review
    from clemtui.engine import Texts
    from clemtui.ui.shell.context import Context


async def wording(context: Context, review: Review) -> tuple[EnglishWording | None, Sentence]:
    """The English wording of a recorded episode, and which it is or why there is none."""
    from clemtui.archive.english import english_wording

    service = await context.service()
    found = await asyncio.to_thread(english_wording, service.catalogue, review)
    return (None, found) if isinstance(found, Sentence) else (found, found.note)


def card_screen(context: Context, texts: Texts) -> ReaderScreen:
    """The card of the texts of an episode, or of a pack."""
    return ReaderScreen(
        context,
        lambda: context.interface.text("Language pack"),
        lambda: [("", card_text(texts, context.interface))],
    )
