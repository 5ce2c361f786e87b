"""Texts to read during the game: the prompt as sent, and the rules.

They are built again when the interface language changes.
"""

from __future__ import annotations

from collections.abc import Callable

from clemtui.engine import Request
from clemtui.engine.texts import base_language
from clemtui.episode.stage import Stage
from clemtui.language import Interface, safe
from clemtui.ui.shell.navigation import OpenReader, OpenRules, Pages
from clemtui.wording.phrases import Voice, truncated
from clemtui.wording.rules import rules_in


def prompt_reader(asked: Callable[[], Request | None], ui: Callable[[], Interface]) -> OpenReader:
    """Return a reader for the messages of the most recent request."""
    return OpenReader(
        lambda: ui().text("Everything sent to you, as a model would receive it"),
        lambda: _messages(asked(), ui()),
    )


def rules_reader(stage: Stage, voice: Callable[[], Voice], *, in_study: bool = False) -> OpenRules:
    """Return a reader for the rules: those for people, and what players were told first.

    Participants of a study (``in_study``) read the rules of the prompt language.
    """

    def title() -> str:
        now = voice()
        return now.interface.text("Rules: {game}", game=now.labels.say(now.listing.title))

    return OpenRules(title, lambda: _rules(stage, voice(), in_study))


def _messages(request: Request | None, ui: Interface) -> tuple[tuple[str, str], ...]:
    """Return the messages of a request, each with its sender."""
    roles = {"user": ui.text("Game master"), "assistant": ui.text("You")}
    messages = request.messages if request is not None else ()
    return tuple((roles.get(m.role, m.role), safe(truncated(m.text, ui))) for m in messages)


def _rules(stage: Stage, voice: Voice, in_study: bool) -> Pages:
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
    prompts = stage.live.condition.prompt_language
    read = base_language(prompts) if in_study else ui.language
    return (
        (
            ui.text("Summary, in {language}", language=ui.language_name(read)),
            (("", rules_in(voice, read)),),
        ),
        (
            ui.text("What players are told, in {language}", language=ui.language_name(prompts)),
            told or (("", ui.text("Nothing has been said yet.")),),
        ),
    )
