"""What happened, in words."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import MAIN_SCORE, Scores
from clemtui.language import one_line
from clemtui.play.phrases import OUTCOME_MEANINGS, OUTCOMES, VERDICTS, Voice
from clemtui.play.screen import Line
from clemtui.play.updates import Halted, RecordingFailed

_SAID_ALREADY = frozenset({MAIN_SCORE, "Aborted", "Success", "Lose"})
"""Scores that the result and its sentence say already."""


def line_words(voice: Voice, line: Line, watcher: str) -> str:
    """One line of a transcript."""
    ui = voice.interface
    text = voice.say(line.text)
    if line.kind == "trouble":
        return ui.text("No answer from {who}: {text}", who=_who(voice, line.seat), text=text)
    if line.kind == "verdict" and line.verdict is not None:
        verdict = ui.text(VERDICTS[line.verdict.kind])
        return ui.text("The game master: {verdict}. {text}", verdict=verdict, text=text)
    speaker = voice.speaker(line, watcher)
    if speaker is None:
        return text
    if "\n" in text:
        return ui.text("{speaker}:\n{text}", speaker=speaker, text=text)
    return ui.text("{speaker}: {text}", speaker=speaker, text=text)


def _who(voice: Voice, seat: str | None) -> str:
    return voice.with_player(seat) if seat else voice.interface.text("the player")


def waiting_words(voice: Voice, seats: Sequence[str]) -> str:
    """Who is being waited for."""
    names = voice.interface.list([voice.with_player(seat) for seat in seats])
    return voice.interface.text("Waiting for the other player: {names}.", names=names)


def halted_words(voice: Voice, halted: Halted) -> tuple[str, ...]:
    """A request that waits for a decision, and what can be decided."""
    ui = voice.interface
    said = []
    if halted.sent_before:
        said.append(
            ui.text(
                "When play stopped, {who} had been asked already and had not answered. Asking "
                "again may cost again.",
                who=_who(voice, halted.request.seat),
            )
        )
    said.append(
        ui.text(
            "/retry asks {who} again, /leave leaves the episode as it stands.",
            who=_who(voice, halted.request.seat),
        )
    )
    return tuple(said)


def result_words(voice: Voice, scores: Scores) -> tuple[str, ...]:
    """The result of an episode."""
    ui = voice.interface
    lines = [
        ui.text("The episode is over."),
        ui.text(
            "Result: {outcome}. {meaning}",
            outcome=ui.text(OUTCOMES[scores.outcome]),
            meaning=ui.text(OUTCOME_MEANINGS[scores.outcome]),
        ),
    ]
    if scores.main_score is None:
        lines.append(ui.text("Main score: none, because the episode was aborted."))
    else:
        lines.append(ui.text("Main score: {score} of 100.", score=scores.main_score))
    for name, score in scores.episode.items():
        if name not in _SAID_ALREADY and score is not None:
            lines.append(ui.text("{name}: {value}", name=name, value=score))
    for seat, parts in scores.seats.items():
        for name, score in parts.items():
            if score is not None:
                lines.append(ui.text("{seat}, {name}: {score}", seat=seat, name=name, score=score))
    return tuple(lines)


def failure_words(voice: Voice, failure: RecordingFailed) -> tuple[str, ...]:
    """That nothing can be recorded any more, and how what could not be is put back."""
    ui = voice.interface
    return (
        ui.text(
            "Play has stopped, because it cannot be recorded: {why}", why=one_line(failure.message)
        ),
        ui.text(
            "When the trouble is over, “{command}” puts back what was kept apart.",
            command="clemtui doctor --recover",
        ),
    )
