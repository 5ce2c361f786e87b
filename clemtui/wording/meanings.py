"""What scores and measures mean, in words: the benchmark's own ones here, a game's in its packs.

A game says what a score of its own means in the ``[interface]`` tables of its language packs, by
the key ``GAME.score.NAME`` with the score's name as it stands in `Scores`: for a score of the
episode, of a turn or of a seat alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clemtui.analysis.comparison import ComparisonRow
from clemtui.engine import MAIN_SCORE, Label, Score, Scores
from clemtui.language import Interface, Localised, translatable
from clemtui.records.results import Reason
from clemtui.wording.phrases import OUTCOMES, SCORE_MEANINGS, Voice

FLAGS: Mapping[str, str] = {
    "Aborted": OUTCOMES["aborted"],
    "Lose": OUTCOMES["lose"],
    "Success": OUTCOMES["success"],
}
"""The flags by the reference's names, which stand among the scores as well, and our words."""

LEFT_OUT: Mapping[Reason, str] = {
    "erased": translatable("erased: {n}"),
    "practice": translatable("practice: {n}"),
    "excluded": translatable("excluded by tag: {n}"),
    "continued": translatable("continued with another partner: {n}"),
    "other version": translatable("other version of the game: {n}"),
    "not finished": translatable("not finished: {n}"),
    "not scored": translatable("not scored: {n}"),
}
"""Why episodes are not compared."""


def score_meaning(voice: Voice, name: str) -> Localised:
    """What a score of a game means; empty where nobody has said it."""
    key = f"{voice.listing.card.id}.score.{name}"
    if any(key in words for words in voice.listing.words.values()):
        return voice.labels.say(Label(key))
    return benchmark_meaning(voice.interface, name)


def benchmark_meaning(ui: Interface, name: str) -> Localised:
    """What a score means by the benchmark's own name for it; empty where it is none of these."""
    return ui.text(SCORE_MEANINGS[name]) if name in SCORE_MEANINGS else Localised("")


def own_scores(scores: Scores) -> Iterator[tuple[str, Score]]:
    """The scores of an episode that are neither the main score nor a flag."""
    for name, value in scores.episode.items():
        if name != MAIN_SCORE and name not in FLAGS:
            yield name, value


def flags_in_words(scores: Scores, ui: Interface) -> Localised:
    """All three flags, which do not exclude each other; a dash where the scorer says neither."""
    said = {None: Localised("–"), 0: ui.text("no"), 1: ui.text("yes")}
    flags = (scores.aborted, scores.lose, scores.success)
    return Localised(
        " · ".join(
            ui.text("{flag}: {yes_or_no}", flag=ui.text(word), yes_or_no=said[flag])
            for word, flag in zip(FLAGS.values(), flags, strict=True)
        )
    )


def left_out_in_words(left_out: Mapping[Reason, int], ui: Interface) -> Localised:
    """How many episodes are not compared, and why; empty where all are."""
    if not left_out:
        return Localised("")
    reasons = [ui.text(LEFT_OUT[reason], n=n) for reason, n in left_out.items()]
    return ui.text("Not compared: {reasons}.", reasons=ui.list(reasons))


def line_up(row: ComparisonRow, ui: Interface) -> Localised:
    """Who played in the episodes of a row, in the seats' order; people are counted
    where there were more of them than seats."""
    names = []
    counted = False
    many = row.people > sum(seat.kind == "human" for seat in row.seats)
    for seat in row.seats:
        if seat.name:
            names.append(Localised(ui.show(seat.name)))
        elif seat.kind == "human" and counted:
            names.append(ui.text("a person"))
        elif seat.kind == "human":
            counted = True
            names.append(ui.text("people ({n})", n=row.people) if many else ui.text("a person"))
        else:
            names.append(ui.text("scripted player"))
    who = Localised(" + ".join(names))
    if row.interface == "verbatim":
        return ui.text("{who} (verbatim)", who=who)
    if row.interface == "assisted":
        return ui.text("{who} (assisted)", who=who)
    return who
