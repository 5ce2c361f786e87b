"""From what the play knows to words: lines of a transcript, waits, and where one is."""

from __future__ import annotations

from clemtui.engine import OBSERVER
from clemtui.language import Localised, safe
from clemtui.play.phrases import VERDICT_SIGNS, VERDICTS, Voice, bounded, watcher_name
from clemtui.play.screen import Line, Waiting
from clemtui.ui.stage import Stage
from clemtui.ui.widgets.transcript import Entry, Tone

_STREAM_SHOWN = 4000
"""Characters: so much of the end of an answer is shown while it is being written."""

_VERDICT_TONES: dict[str, Tone] = {
    "accepted": "good",
    "asked again": "warning",
    "malformed": "bad",
    "violation": "bad",
}


def entry(line: Line, voice: Voice, watcher: str) -> Entry:
    """A line of a transcript as it is drawn for a watcher."""
    said = line.text
    text = voice.say(bounded(said, voice.interface) if isinstance(said, str) else said)
    if line.verdict is not None:
        return _verdict(line, voice)
    if line.kind == "trouble":
        return Entry(f"! {text}", "bad")
    if line.kind == "said":
        return Entry(f"· {text}", "note")
    heading = voice.speaker(line, watcher) or Localised("")
    if line.side:
        heading = voice.interface.text("{who} (side question)", who=heading)
    tone: Tone = "master" if line.kind == "to seat" else "own" if watcher == line.seat else "other"
    return Entry(text or "∅", tone, heading, copy=str(line.text))


def _verdict(line: Line, voice: Voice) -> Entry:
    assert line.verdict is not None
    kind = line.verdict.kind
    word = voice.interface.text(VERDICTS[kind])
    reason = line.verdict.reason
    said = f"{word}: {voice.say(reason)}" if reason is not None else word
    return Entry(f"{VERDICT_SIGNS[kind]} {said}", _VERDICT_TONES[kind])


def streaming(waiting: Waiting, voice: Voice) -> Entry:
    """What an observer sees of an answer that is still being written."""
    parts: list[str] = []
    if waiting.reasoned:
        thought = waiting.reasoned.strip()[-_STREAM_SHOWN:]
        parts.append(voice.interface.text("Thinking: {text}", text=thought))
    if waiting.written:
        parts.append(safe(waiting.written[-_STREAM_SHOWN:]))
    return Entry("\n".join(parts) + " ▍", "other", voice.with_player(waiting.request.seat))


def wait(waiting: Waiting, seconds: float, voice: Voice) -> Localised:
    """That somebody is writing, for how long, and at which attempt."""
    who = voice.with_player(waiting.request.seat)
    time = voice.interface.duration(int(seconds))
    if waiting.attempt > 1:
        return voice.interface.text(
            "{who} is writing… {time}, attempt {number}",
            who=who,
            time=time,
            number=waiting.attempt,
        )
    return voice.interface.text("{who} is writing… {time}", who=who, time=time)


def where(stage: Stage, voice: Voice) -> str:
    """Where one is: the game, who one is in it, with whom, and how far it is."""
    ui, live = voice.interface, stage.live
    active = stage.active or OBSERVER
    seats = [seat.name for seat in live.seats if seat.name != active and not seat.service]
    others = dict.fromkeys(
        voice.seat(seat) if seat in live.human_seats else voice.player(seat) for seat in seats
    )
    facts = [
        voice.labels.say(voice.listing.title),
        watcher_name(voice, active),
        *([ui.text("with {players}", players=ui.list(others))] if others else []),
        ui.text("round {number}", number=stage.state.round + 1),
    ]
    if live.condition.practice:
        facts.append(ui.text("practice"))
    return " · ".join(facts)
