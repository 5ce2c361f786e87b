"""The lines of a transcript as entries for display."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clemtui.engine import GAME_MASTER
from clemtui.episode.transcript import Line
from clemtui.language import Localised
from clemtui.ui.widgets.transcript.rows import Entry, Tone
from clemtui.wording.halted import no_answer
from clemtui.wording.phrases import VERDICT_SIGNS, VERDICTS, Voice, truncated

_VERDICT_TONES: dict[str, Tone] = {
    "accepted": "good",
    "asked again": "warning",
    "malformed": "bad",
    "violation": "bad",
}


def entries_of(
    lines: Iterable[Line], voice: Voice, watcher: str, *, after: int = 0, rounds: bool = True
) -> Iterator[Entry]:
    """Yield the entries of lines as a watcher sees them, with a heading for each new round.

    Args:
        watcher: the seat or observer who sees them.
        after: the round of the line before these.
        rounds: whether to show round headings. Off where a person must not be told more than a
            model is.
    """
    for line in lines:
        if rounds and line.round > after:
            after = line.round
            yield Entry(voice.interface.text("Round {number}", number=after + 1), "round")
        yield entry(line, voice, watcher)


def entry(line: Line, voice: Voice, watcher: str) -> Entry:
    """Return the entry of a line as a watcher sees it."""
    said = line.text
    text = voice.say(truncated(said, voice.interface) if isinstance(said, str) else said)
    if line.verdict is not None:
        return _verdict(line, voice)
    if line.kind == "trouble":
        return Entry(f"! {text}", "bad")
    if line.kind == "unanswered":  # the reason is shown where the person decides what to do
        return Entry(f"! {no_answer(line.seat or '', voice)}", "bad")
    if line.kind == "advice":
        return Entry(f"! {voice.with_player(line.seat or '')}: {text}", "warning")
    if line.kind == "said":
        return Entry(f"· {text}", "note")
    heading = voice.speaker(line, watcher) or Localised("")
    if line.side:
        heading = voice.interface.text("{who} (side question)", who=heading)
    tone: Tone = "master" if line.kind == "to seat" else "own" if watcher == line.seat else "other"
    details = _details(line, voice)
    speech = None if line.speech is None else tuple(_spoken(line, voice, watcher, details))
    return Entry(text or "∅", tone, heading, copy=str(said), details=details, speech=speech)


def _spoken(line: Line, voice: Voice, watcher: str, details: str) -> Iterator[Entry]:
    """Yield what a message says to people, by speaker."""
    for each in line.speech or ():
        heading = voice.speaker_of(each, watcher)
        if line.side:
            heading = voice.interface.text("{who} (side question)", who=heading)
        tone: Tone = "own" if each.by == watcher else "other"
        tone = "master" if each.by == GAME_MASTER else tone
        yield Entry(voice.spoken(each, line.language) or "∅", tone, heading, details=details)


def _details(line: Line, voice: Voice) -> str:
    """Return how long a response took, when it arrived and how many attempts it needed."""
    ui = voice.interface
    facts = [
        *([ui.duration(line.took)] if line.took is not None else []),
        *([line.at.astimezone().strftime("%H:%M:%S")] if line.at is not None else []),
        *([ui.plural("{n} attempt", "{n} attempts", line.attempts)] if line.attempts else []),
    ]
    return " · ".join(facts)


def _verdict(line: Line, voice: Voice) -> Entry:
    assert line.verdict is not None
    kind = line.verdict.kind
    word = voice.interface.text(VERDICTS[kind])
    reason = line.verdict.reason
    said = f"{word}: {voice.say(reason)}" if reason is not None else word
    return Entry(f"{VERDICT_SIGNS[kind]} {said}", _VERDICT_TONES[kind])
