"""What F1 explains where one looks at what was played."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.language import Interface
from clemtui.ui.widgets.episode_table import REPEATED


def help_texts(ui: Interface) -> Iterator[tuple[str, str]]:
    """Headings with what stands below each."""
    yield (
        ui.text("History"),
        ui.text(
            "Every episode that was recorded, the latest first. Enter reads one step by step; "
            "with one that is not finished you can go on. More are read as you go down."
        ),
    )
    yield (
        ui.text("Finding"),
        ui.text(
            "Words that you type are searched for in everything that was said; in double "
            "quotes they stand together. With a colon they filter: game:taboo, with:scripted, "
            "with:gpt, by:Ann, outcome:success, state:running, language:de, since:yesterday, "
            "until:2026-03-01, experiment:high_en, interface:verbatim, practice:no, tag:wave=2."
        ),
    )
    yield (
        ui.text("Repetition"),
        ui.text(
            "{sign} stands before an instance that somebody in it had met before, in whatever "
            "language. The filter repeats:no leaves those out.",
            sign=REPEATED,
        ),
    )
