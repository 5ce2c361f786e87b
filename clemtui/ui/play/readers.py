"""Texts to read during the game: the prompt as sent, and the rules.

They are built again when the interface language changes.
"""

from __future__ import annotations

from collections.abc import Callable

from clemtui.engine import Request
from clemtui.episode.stage import Stage
from clemtui.language import Interface, safe
from clemtui.ui.shell.navigation import OpenReader, OpenRules, Pages
from clemtui.wording.phrases import Voice, truncated


def prompt_reader(asked: Callable[[], Request | None], ui: Callable[[], Interface]) -> OpenReader:
    """Return a reader for the messages of the most recent request."""
    return OpenReader(
        lambda: ui().text("Everything sent to you, as a model would receive it"),
        lambda: _messages(asked(), ui()),
    )


def rules_reader(stage: Stage, voice: Callable[[], Voice]) -> OpenRules:
    """Return a reader for the rules: those for people, and what players were told first."""

    def title() -> str:
        now = voice()
        return now.interface.text("Rules: {game}", game=now.labels.say(now.listing.title))

    return OpenRules(title, lambda: _rules(stage, voice()))


def _messages(request: Request | None, ui: Interface) -> tuple[tuple[str, str], ...]:
    """Return the messages of a request, each with its sender."""
    roles = {"user": ui.text("Game master"), "assistant": ui.text("You")}
    messages = request.messages if request is not None else ()
    return tuple((roles.get(m.role, m.role), safe(truncated(m.text, ui))) for m in messages)


def _rules(stage: Stage, voice: Voice) -> Pages:
    """Return the rules for people, and each seat's first message if the viewer may see it."""
    ui, active = voice.interface, stage.active
    firsts = {
        line.seat: line
        for line in reversed(stage.state.lines)
        if line.kind == "to seat" and not line.side
    }
    told = [
        (
            "" if line.seat == active else voice.seat(line.seat or ""),
            safe(truncated(str(line.text), ui)),
        )
        for line in reversed(firsts.values())
    ]
    language = ui.language_name(stage.live.condition.prompt_language)
    return (
        (
            ui.text("Summary, in {language}", language=ui.language_name(ui.language)),
            (("", voice.say(voice.listing.rules)),),
        ),
        (
            ui.text("What players are told, in {language}", language=language),
            told or (("", ui.text("Nothing has been said yet.")),),
        ),
    )
