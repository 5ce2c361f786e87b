"""From what the play knows to words: who is waited for, what is being written, where one is."""

from __future__ import annotations

from collections.abc import Iterable

from clemtui.engine import OBSERVER
from clemtui.episode.planning.people import is_guest
from clemtui.episode.stage import Stage
from clemtui.episode.transcript import LONG_WAIT, PendingRequest
from clemtui.language import Interface, Localised, safe
from clemtui.ui.widgets.transcript.rows import Entry
from clemtui.wording.phrases import Voice, watcher_name

_STREAM_SHOWN = 4000
"""Characters: so much of the end of an answer is shown while it is being written."""


def streaming(waiting: PendingRequest, voice: Voice) -> Entry:
    """What an observer sees of an answer that is still being written."""
    parts: list[str] = []
    if waiting.reasoned:
        thought = waiting.reasoned.strip()[-_STREAM_SHOWN:]
        parts.append(voice.interface.text("Thinking: {text}", text=thought))
    if waiting.written:
        parts.append(safe(waiting.written[-_STREAM_SHOWN:]))
    return Entry("\n".join(parts) + " ▍", "other", voice.with_player(waiting.request.seat))


def wait(waiting: PendingRequest, seconds: float, voice: Voice) -> Localised:
    """That somebody was asked, or is writing, for how long, and at which attempt; where nothing has
    come for long, what one can do."""
    ui, again = voice.interface, waiting.attempt > 1
    said = {
        "who": voice.with_player(waiting.request.seat),
        "time": ui.duration(int(seconds)),
        "number": waiting.attempt,
    }
    if waiting.began:
        if again:
            return ui.text("{who} is writing… {time}, attempt {number}", **said)
        return ui.text("{who} is writing… {time}", **said)
    asked = (
        ui.text("Waiting for {who}… {time}, attempt {number}", **said)
        if again
        else ui.text("Waiting for {who}… {time}", **said)
    )
    if waiting.attempt and seconds >= LONG_WAIT:
        return ui.text(
            "{asked} No answer yet: you can stop the call, or leave and resume later.",
            asked=asked,
        )
    return asked


def where(stage: Stage, voice: Voice) -> str:
    """Where one is: the game, who one is in it, with whom, and how far it is."""
    ui, live = voice.interface, stage.live
    title = voice.game(live.instance)
    if stage.active is None:
        return title
    others = _others(stage, voice)
    facts: list[str] = [
        title,
        watcher_name(voice, stage.active),
        ui.text("round {number}", number=stage.state.round + 1),
    ]
    if live.condition.practice:
        facts.append(ui.text("practice"))
    if live.condition.continued_from is not None:
        facts.append(ui.text("continued with another partner"))
    if others:  # last, because names can be long and the line is cut off at its end
        facts.append(_with(ui, others, watching=stage.watching))
    return " · ".join(facts)


def _others(stage: Stage, voice: Voice) -> list[str]:
    """Who plays beside whoever is active, everybody once. People without a name of their own are
    counted: what they are called in the records names a seat."""
    names: dict[str, None] = {}
    nameless = 0
    here = stage.live.human_seats
    for seat in stage.live.seats:
        if seat.service or seat.name == stage.active:
            continue
        if seat.name in here and is_guest(seat.name, voice.names.get(seat.name, "")):
            nameless += 1
        else:
            names[voice.player(seat.name)] = None
    if not nameless:
        return list(names)
    counted = voice.interface.plural("another person", "{n} other people", nameless)
    return [*names, counted]


def _with(ui: Interface, others: Iterable[str], *, watching: bool) -> str:
    """Whom one plays with; or just who plays, where one watches."""
    players = ui.list(others)
    return players if watching else ui.text("with {players}", players=players)


def who(stage: Stage, voice: Voice, person: str) -> str:
    """Whose screen this is: the person in the seat, or ``person``, who watches."""
    if stage.active is None:
        return ""
    return person if stage.active == OBSERVER else voice.player(stage.active)
