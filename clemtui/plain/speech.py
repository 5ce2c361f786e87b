"""What happened in an episode, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from clemtui.episode.transcript import Line
from clemtui.episode.updates import RecordingFailed
from clemtui.language import Interface, Localised
from clemtui.paths import command_on
from clemtui.wording.phrases import VERDICTS, Voice, stopped_sentence


def line_words(voice: Voice, line: Line, watcher: str) -> Iterator[str]:
    """Yield one line of a transcript as a watcher reads it; nothing if it says nothing to people.

    A message is read without the words of its form (see `clemtui.engine.Event.speech`).
    """
    if line.speech is None:
        yield _words(voice, line, watcher)
    for each in line.speech or ():
        said = voice.spoken(each, line.language)
        yield dialogue_line(voice.interface, line, voice.speaker_of(each, watcher), said)


def _words(voice: Voice, line: Line, watcher: str) -> str:
    ui = voice.interface
    text = voice.say(line.text)
    if line.kind in ("trouble", "unanswered"):
        return ui.text("No answer from {who}: {text}", who=_who(voice, line.seat), text=text)
    if line.kind == "advice":
        return ui.text("{speaker}: {text}", speaker=_who(voice, line.seat), text=text)
    speaker = voice.speaker(line, watcher)
    if speaker is not None and line.side:
        speaker = ui.text("{who} (side question)", who=speaker)
    return dialogue_line(ui, line, speaker, text)


def dialogue_line(ui: Interface, line: Line, speaker: Localised | None, text: str) -> str:
    """Return a verdict, or a text with its speaker, if it has one."""
    if line.kind == "verdict" and line.verdict is not None:
        verdict = ui.text(VERDICTS[line.verdict.kind])
        return ui.text("The game master: {verdict}. {text}", verdict=verdict, text=text)
    if not speaker:
        return text
    if "\n" in text:
        return ui.text("{speaker}:\n{text}", speaker=speaker, text=text)
    return ui.text("{speaker}: {text}", speaker=speaker, text=text)


def _who(voice: Voice, seat: str | None) -> str:
    return voice.with_player(seat) if seat else voice.interface.text("the player")


def waiting_line(voice: Voice, seats: Sequence[str]) -> str:
    """Return who is being waited for."""
    names = voice.interface.list([voice.with_player(seat) for seat in seats])
    return voice.interface.text("Waiting for the other player: {names}.", names=names)


def retry_line(voice: Voice, seat: str, number: int) -> Localised:
    """Return the notice that a model is being called again."""
    return voice.interface.text(
        "Asking {who} again, attempt {number}.", who=voice.with_player(seat), number=number
    )


def failure_lines(voice: Voice, failure: RecordingFailed, database: Path) -> Iterator[Localised]:
    """Yield the notice that recording failed, with the way to restore what was set aside."""
    ui = voice.interface
    yield stopped_sentence(ui, failure)
    # else the reason says what to do, or there is nothing to do
    if failure.message and failure.cause == "failed":
        yield ui.text(
            "Once the problem is fixed, run “{command}” to restore what was set aside.",
            command=command_on(database, "doctor", "--recover"),
        )


def response_time_lines(
    voice: Voice, answers: Mapping[str, Sequence[float | None]]
) -> Iterator[Localised]:
    """Yield one line per seat that has answered: how often, and how long it took.

    ``answers`` maps each seat to the seconds of its answers, None where the time is unknown.
    """
    ui = voice.interface
    for seat, seconds in answers.items():
        known = [each for each in seconds if each is not None]
        values = {
            "who": voice.with_player(seat),
            "answers": ui.plural("{n} answer", "{n} answers", len(seconds)),
        }
        if not known:
            yield ui.text("{who}: {answers}; response times unknown.", **values)
            continue
        yield ui.text(
            "{who}: {answers}, {total} in total, the last one after {last}.",
            **values,
            last=ui.duration(known[-1]),
            total=ui.duration(sum(known)),
        )
