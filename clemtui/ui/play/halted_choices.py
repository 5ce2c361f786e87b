"""Where play does not go on by itself: why, and what a person can do, in words."""

from __future__ import annotations

from typing import Literal

from clemtui.episode.updates import INTERRUPTED, Halted
from clemtui.language import Localised
from clemtui.ui.play.stage import Stage
from clemtui.ui.widgets.transcript.lines import unanswered
from clemtui.wording.phrases import Voice

Way = Literal["send", "partner", "leave", "give up", "result"]

Ways = tuple[str, tuple[tuple[Way, str], ...]]
"""Why play stands still, and ways to go on with what they are called."""


def ways_on(stage: Stage, voice: Voice) -> Ways | None:
    """Why play stands still, and how it can go on; None where it goes on by itself."""
    ui, state = voice.interface, stage.state
    if state.failure is not None:
        return ui.text("Play has stopped here."), (("leave", ui.text("Leave")),)
    if state.over:
        ended = ui.text("The episode has ended.")
        return (ended, (("result", ui.text("To the result")),)) if stage.watching else None
    if not state.halted:
        return None
    halted = next(iter(state.halted.values()))
    ways: list[tuple[Way, str]] = [
        ("send", ui.text("Try again (F5)")),
        ("partner", ui.text("Another partner from here on, as a new episode")),
        ("leave", ui.text("Leave, and resume later")),
    ]
    if not stage.watching:
        ways.append(("give up", ui.text("Give up")))
    return "\n".join(line for line in why(halted, voice) if line), tuple(ways)


def why(halted: Halted, voice: Voice) -> tuple[Localised, ...]:
    """What happened to a request that waits for a decision, and what to do about it."""
    ui = voice.interface
    who = voice.with_player(halted.request.seat)
    if halted.kind == INTERRUPTED:
        return (ui.text("You have stopped the call. {who} has not answered.", who=who),)
    if halted.sent_before:
        return (
            ui.text(
                "This was sent to {who} before play stopped, and no answer was recorded. Sending "
                "it again may cost twice.",
                who=who,
            ),
        )
    return (
        unanswered(halted.request.seat, voice),
        voice.say(halted.message),
        voice.say(halted.hint),
    )
