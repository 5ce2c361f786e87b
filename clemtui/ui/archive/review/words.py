"""What the screen on which an episode is read says of it as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from clemtui.engine import OBSERVER, REVEAL
from clemtui.language import Interface, Localised, one_line
from clemtui.ui.archive.episode_words import EpisodeWords
from clemtui.ui.terminal.bidi import in_a_row
from clemtui.wording.phrases import OUTCOME_MEANINGS

if TYPE_CHECKING:
    from clemtui.archive.review import Review
    from clemtui.ui.shell.context import Context


def title(context: Context, review: Review, watcher: str) -> Localised:
    """Which episode it is, and through whose eyes it is seen."""
    words, summary = EpisodeWords(context), review.stored.summary
    return context.interface.text(
        "{game} · {instance} · {eyes}",
        game=Localised(words.title(summary)),
        instance=Localised(words.task(summary)),
        eyes=_eyes(context, review, watcher),
    )


def _eyes(context: Context, review: Review, watcher: str) -> Localised:
    ui = context.interface
    if watcher == REVEAL:
        return ui.text("everything")
    if watcher == OBSERVER:
        return ui.text("as a spectator")
    voice = EpisodeWords(context).voice(review.stored.summary)
    return ui.text("as seen by {seat}", seat=voice.seat(watcher))


def notice(ui: Interface, review: Review) -> str:
    """What must be known before one reads."""
    if review.stored.erased:
        return ui.text("! The words of this episode were erased. Only its result is left.")
    if review.faithful:
        return ""
    return ui.text(
        "! Only what was said is shown here, without boards: {difference}",
        difference=one_line(review.difference),
    )


def ended(context: Context, review: Review) -> Content:
    """How it ended, as it is on record."""
    ui, summary = context.interface, review.stored.summary
    words = EpisodeWords(context)
    outcome, _ = words.outcome(summary)
    scores = summary.scores
    if scores is None:
        return Content(outcome)
    score = words.score(summary)
    said = ui.text("main score {score} of 100", score=Localised(score)) if score else ""
    meaning = ui.text(OUTCOME_MEANINGS[scores.outcome])
    return in_a_row([(outcome, "bold"), (said, ""), (meaning, "$text-muted")], ui.direction)
