"""A game that cannot continue by itself: the reason, and what a person can do."""

from __future__ import annotations

from typing import Literal

from clemtui.episode.stage import Stage
from clemtui.episode.updates import INTERRUPTED, Halted
from clemtui.language import Interface, Localised
from clemtui.wording.phrases import Voice

Decision = Literal["send", "partner", "leave", "give up", "result"]

DecisionMenu = tuple[str, tuple[tuple[Decision, str], ...]]
"""Why the game has halted, and the options with their labels."""


def ways_to_continue(stage: Stage, voice: Voice, *, in_study: bool = False) -> DecisionMenu | None:
    """Return why the game has halted and the options, or None if it continues by itself.

    ``in_study`` is as in `decisions`.
    """
    ui, state, halted = voice.interface, stage.state, stage.halted
    if state.failure is not None:
        return ui.text("The game has stopped here."), (("leave", ui.text("Leave")),)
    if state.over:
        ended = ui.text("The episode has ended.")
        return (ended, (("result", ui.text("Show the result")),)) if stage.watching else None
    if halted is None:
        return None
    names = _names(ui)
    possible = decisions(
        playing=not stage.watching, in_study=in_study or stage.live.condition.blinded
    )
    ways = tuple((way, names[way]) for way in possible)
    return "\n".join(line for line in halt_reason(halted, voice) if line), ways


def decisions(*, playing: bool, in_study: bool = False) -> tuple[Decision, ...]:
    """Return the possible decisions on a halted request.

    Args:
        playing: the person has a seat.
        in_study: the partner stays the same.
    """
    found: tuple[Decision, ...] = ("send", "partner", "leave", "give up")
    left_out = {"give up"} if not playing else {"partner"} if in_study else set()
    return tuple(way for way in found if way not in left_out)


def _names(ui: Interface) -> dict[Decision, Localised]:
    """Return the labels of the decisions in a list."""
    return {
        "send": ui.text("Try again (F5)"),
        "partner": ui.text("Continue with another partner, as a new episode"),
        "leave": ui.text("Leave and resume later"),
        "give up": ui.text("Give up"),
    }


def typed_decisions(
    halted: Halted, voice: Voice, *, playing: bool, in_study: bool = False
) -> tuple[Localised, ...]:
    """Return how to type each decision, and what it does; see `decisions`."""
    ui = voice.interface
    who = voice.with_player(halted.request.seat)
    said: dict[Decision, Localised] = {
        "send": ui.text("Type /retry to ask {who} again.", who=who),
        "partner": ui.text(
            "Type /other to continue from here with another partner, as a new episode."
        ),
        "leave": ui.text("Type /leave to leave the episode as it is; it can be resumed."),
        "give up": ui.text("Type /giveup to give up: the episode ends as aborted."),
    }
    return tuple(said[way] for way in decisions(playing=playing, in_study=in_study))


def halt_reason(halted: Halted, voice: Voice) -> tuple[Localised, ...]:
    """Return what happened to a request that waits for a decision, and what to do about it."""
    ui = voice.interface
    who = voice.with_player(halted.request.seat)
    if halted.kind == INTERRUPTED:
        return (ui.text("You stopped the call. {who} has not answered.", who=who),)
    if halted.sent_before:
        return (
            ui.text(
                "This was sent to {who} before the game stopped, and no answer was "
                "recorded. Sending it again may cost twice.",
                who=who,
            ),
        )
    return (
        no_answer(halted.request.seat, voice),
        voice.say(halted.message),
        voice.say(halted.hint),
    )


def no_answer(seat: str, voice: Voice) -> Localised:
    """Return the sentence that a player has not answered."""
    return voice.interface.text("{who} has not answered.", who=voice.with_player(seat))
