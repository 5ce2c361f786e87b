"""What happened in an episode, in words."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.episode.transcript import Line
from clemtui.episode.updates import RecordingFailed
from clemtui.language import Localised, one_line
from clemtui.wording.phrases import VERDICTS, Voice


def line_words(voice: Voice, line: Line, watcher: str) -> str:
    """Return one line of a transcript."""
    ui = voice.interface
    text = voice.say(line.text)
    if line.kind in ("trouble", "unanswered"):
        return ui.text("No answer from {who}: {text}", who=_who(voice, line.seat), text=text)
    if line.kind == "advice":
        return ui.text("{speaker}: {text}", speaker=_who(voice, line.seat), text=text)
    if line.kind == "verdict" and line.verdict is not None:
        verdict = ui.text(VERDICTS[line.verdict.kind])
        return ui.text("The game master: {verdict}. {text}", verdict=verdict, text=text)
    speaker = voice.speaker(line, watcher)
    if speaker is None:
        return text
    if line.side:
        speaker = ui.text("{who} (side question)", who=speaker)
    if "\n" in text:
        return ui.text("{speaker}:\n{text}", speaker=speaker, text=text)
    return ui.text("{speaker}: {text}", speaker=speaker, text=text)


def _who(voice: Voice, seat: str | None) -> str:
    return voice.with_player(seat) if seat else voice.interface.text("the player")


def waiting_words(voice: Voice, seats: Sequence[str]) -> str:
    """Return who is being waited for."""
    names = voice.interface.list([voice.with_player(seat) for seat in seats])
    return voice.interface.text("Waiting for the other player: {names}.", names=names)


def attempt_words(voice: Voice, seat: str, number: int) -> Localised:
    """Return the notice that a model is being called again."""
    return voice.interface.text(
        "Asking {who} again, attempt {number}.", who=voice.with_player(seat), number=number
    )


def failure_words(voice: Voice, failure: RecordingFailed) -> tuple[str, ...]:
    """Return the notice that recording failed, with the way to restore what was set aside."""
    ui = voice.interface
    return (
        ui.text(
            "The game has stopped because it cannot be recorded: {why}",
            why=one_line(failure.message),
        ),
        ui.text(
            "Once the problem is fixed, run “{command}” to restore what was set aside.",
            command="clemtui doctor --recover",
        ),
    )
