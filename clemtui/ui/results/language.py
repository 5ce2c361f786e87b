"""The same task again in another prompt language: choosing it, and somebody who speaks it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clemtui.episode.planning.casting import casting_in, who_else
from clemtui.episode.planning.other_languages import in_none_of, offered
from clemtui.ui.setup.partner import PartnerScreen
from clemtui.ui.shell.dialogs.choice import ChoiceScreen

if TYPE_CHECKING:
    from clemtui.episode.live import LiveEpisode
    from clemtui.episode.planning.other_languages import SameTask
    from clemtui.ui.shell.base import BaseScreen

Play = Callable[[str, str | None], Awaitable[bool]]
"""Plays in a language, with a partner or those of before; False where a script does not speak it"""

Begin = Callable[[Callable[[], Awaitable[object]]], None]


def ask_language(
    screen: BaseScreen[Any],
    live: LiveEpisode,
    tasks: Sequence[SameTask],
    without: Mapping[str, str],
    play: Play,
    begin: Begin,
) -> None:
    """Ask for a language of the task of an episode, and for a partner where the scripted one does
    not speak it; then play.

    ``without`` are languages that have no word for the task, with the reasons, which are told.
    ``begin`` starts what it is given, unless something has been started already.
    """
    ui = screen.interface

    def chosen(language: str | None) -> None:
        if language is not None:
            begin(lambda: attempt(language, None))

    async def attempt(language: str, partner: str | None) -> None:
        if not await play(language, partner):
            title = who_else(language, screen.interface)
            screen.app.push_screen(
                PartnerScreen(
                    screen.context, title=title, casting=casting_in(live, language=language)
                ),
                lambda word: begin(lambda: attempt(language, word)) if word is not None else None,
            )

    question = ui.text("The same task in which language?")
    remarks = in_none_of(without, ui)
    if not any(task.reviewed for task in tasks):
        remarks.append(ui.text("None of these has been reviewed by a native speaker yet."))
    for remark in remarks:
        question = ui.text("{question} {remark}", question=question, remark=remark)
    screen.app.push_screen(ChoiceScreen(ui, question, offered(tasks, ui), ""), chosen)
