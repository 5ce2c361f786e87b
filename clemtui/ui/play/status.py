"""Wording for the play screen: who is being waited for, a response in progress, the headline."""

from __future__ import annotations

from clemtui.engine import OBSERVER
from clemtui.episode.planning.daily import is_daily
from clemtui.episode.planning.people import is_guest
from clemtui.episode.stage import Stage
from clemtui.episode.transcript import LONG_WAIT, PendingRequest
from clemtui.language import Localised, safe
from clemtui.ui.widgets.transcript.rows import Entry
from clemtui.wording.phrases import Voice, watcher_name

_MAX_STREAMED_CHARACTERS = 4000
"""Number of characters shown, from the end, of a response in progress."""


def streaming_entry(waiting: PendingRequest, voice: Voice) -> Entry:
    """Return the entry for a response in progress, as a spectator sees it."""
    parts: list[str] = []
    if waiting.reasoned:
        thought = waiting.reasoned.strip()[-_MAX_STREAMED_CHARACTERS:]
        parts.append(voice.interface.text("Reasoning: {text}", text=thought))
    if waiting.written:
        parts.append(safe(waiting.written[-_MAX_STREAMED_CHARACTERS:]))
    return Entry("\n".join(parts) + " ▍", "other", voice.with_player(waiting.request.seat))


def wait_line(
    waiting: PendingRequest, seconds: float, voice: Voice, usual: float | None = None
) -> Localised:
    """Return whose response is awaited or in progress, for how long, and at which attempt.

    After a long wait without any text, the line adds what the user can do.

    Args:
        waiting: the request.
        seconds: the time elapsed.
        voice: words and names.
        usual: how long its player usually takes, in seconds; None or less than one is not said.
    """
    ui, again = voice.interface, waiting.attempt > 1
    said = {
        "who": voice.with_player(waiting.request.seat),
        "time": ui.duration(int(seconds)),
        "number": waiting.attempt,
        "usual": ui.duration(round(usual or 0)),
    }
    has_usual = usual is not None and round(usual) >= 1
    if waiting.began:
        if again:
            return ui.text("{who} is writing… {time}, attempt {number}", **said)
        if has_usual:
            return ui.text("{who} is writing… {time}, usually {usual}", **said)
        return ui.text("{who} is writing… {time}", **said)
    if again:
        asked = ui.text("Waiting for {who}… {time}, attempt {number}", **said)
    elif has_usual:
        asked = ui.text("Waiting for {who}… {time}, usually {usual}", **said)
    else:
        asked = ui.text("Waiting for {who}… {time}", **said)
    if waiting.attempt and seconds >= LONG_WAIT:
        return ui.text(
            "{asked} No answer yet: you can stop the call, or leave and resume later.",
            asked=asked,
        )
    return asked


def headline(stage: Stage, voice: Voice, *, repetition: bool) -> str:
    """Return the headline: the game, the active role, the round and the other players.

    It says what is special about the episode, as that it is a ``repetition``.
    """
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
    if is_daily(live.instance):
        facts.append(ui.text("daily task"))
    if live.condition.practice:
        facts.append(ui.text("practice"))
    if repetition:
        facts.append(ui.text("repetition"))
    if live.condition.continued_from is not None:
        facts.append(ui.text("continued with another partner"))
    if others:  # last, because names can be long and the line is truncated at its end
        players = ui.list(others)
        facts.append(players if stage.watching else ui.text("with {players}", players=players))
    return " · ".join(facts)


def _others(stage: Stage, voice: Voice) -> list[str]:
    """Return everyone who plays besides the active seat, each once.

    People without a name are counted, because the name recorded for them is that of a seat.
    """
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


def viewer_name(stage: Stage, voice: Voice, person: str) -> str:
    """Return the name of the person at this screen; ``person`` is the one who watches."""
    if stage.active is None:
        return ""
    return person if stage.active == OBSERVER else voice.player(stage.active)
