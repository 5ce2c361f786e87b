"""Texts for the result of an episode."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from clemtui.engine import OBSERVER, REVEAL, Scores
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import Interface, Localised, half_up
from clemtui.ui.terminal.bidi import joined_texts
from clemtui.ui.widgets.outcomes import SIGNS, style_of
from clemtui.wording.phrases import OUTCOME_MEANINGS, OUTCOMES, Voice

CELEBRATION = ("·", "˙ · ˙", "· ˙ ✦ ˙ ·")
"""What appears beside a success, step by step."""


def outcome_line(scores: Scores, ui: Interface, tries: int | None, sparks: str = "") -> Content:
    """Return the outcome, the main score and what the outcome means.

    Where the solution took a number of tries, that is said instead.
    """
    kind, main = scores.outcome, scores.main_score
    solved = ui.plural("Solved in {n} attempt", "Solved in {n} attempts", tries) if tries else ""
    said = (
        ui.text("no main score")
        if main is None
        else ui.text("main score {score} of 100", score=half_up(main, 2))
    )
    parts = [
        (f"{SIGNS[kind]} {solved or ui.text(OUTCOMES[kind])}", f"bold {style_of(kind)}"),
        (said, "bold"),
        ("" if solved else ui.text(OUTCOME_MEANINGS[kind]), "$text-muted"),
        (sparks, f"bold {style_of(kind)}"),
    ]
    parts = [part for part in parts if part[0]]
    return joined_texts(parts, ui.direction)


def condition_notes(live: ObserverPort, ui: Interface, *, repetition: bool) -> Iterator[Localised]:
    """Yield the special circumstances of the episode."""
    if repetition and live.condition.continued_from is None:
        met = ui.text("a player had seen the task before")
        yield ui.text("{name}: {value}", name=ui.text("Repetition"), value=met)
    if live.condition.practice:
        yield ui.text("This was practice, so it does not count.")
    if live.condition.continued_from is not None:
        yield ui.text(
            "Continued with another partner, so it is excluded from the comparison below."
        )


def this_instance(ui: Interface, language: str) -> Localised:
    """Return the heading over what was played of an instance in a prompt language."""
    return ui.text("This instance, prompts in {language}", language=ui.language_name(language))


def whole_game(ui: Interface, language: str) -> Localised:
    """Return the heading over what was played of a game in a prompt language."""
    return ui.text("The whole game, prompts in {language}", language=ui.language_name(language))


def no_one_else(ui: Interface, *, game: bool) -> Localised:
    """Return the remark that no one else has played this game or instance."""
    if game:
        return ui.text("No one else has played this game here in this prompt language yet.")
    return ui.text("No one else has played this instance here in this prompt language yet.")


def view_name(watcher: str, voice: Voice) -> Localised:
    """Return the heading for a view."""
    ui = voice.interface
    if watcher in (REVEAL, OBSERVER):
        return ui.text("Everything that happened")
    return ui.text(
        "What {player} saw as {role}", player=voice.player(watcher), role=voice.seat(watcher)
    )
