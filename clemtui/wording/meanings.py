"""What scores and measures mean: the benchmark's own here, those of a game in its packs.

A game describes its own scores in the ``[interface]`` tables of its language packs, under the key
``GAME.score.NAME`` with the score's name in `Scores`, whether of the episode, a turn or a seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clemtui.analysis.comparison import ComparisonRow
from clemtui.engine import MAIN_SCORE, Label, Score, Scores
from clemtui.episode.planning.plan import HUMAN, SCRIPTED
from clemtui.language import Interface, Localised, one_line, translatable
from clemtui.wording.phrases import OUTCOMES, SCORE_MEANINGS, Voice

FLAGS: Mapping[str, str] = {
    "Aborted": OUTCOMES["aborted"],
    "Lose": OUTCOMES["lose"],
    "Success": OUTCOMES["success"],
}
"""The flags under the reference's names, which are also among the scores, with our words."""


_UNDER = {
    "assisted": translatable("{who} (assisted)"),
    "board": translatable("{who} (board)"),
    "verbatim": translatable("{who} (verbatim)"),
}

_INTERFACES = {
    "assisted": translatable("with board and form"),
    "board": translatable("with the board, messages as a model has them"),
    "verbatim": translatable("as a model sees it"),
}


def under_interface(interface: str, who: str, ui: Interface) -> Localised:
    """Return who played, with the interface that people had."""
    said = _UNDER.get(interface)
    return Localised(f"{who} ({ui.show(interface)})") if said is None else ui.text(said, who=who)


def interface_meaning(interface: str, ui: Interface) -> Localised:
    """Return what people had under an interface."""
    said = _INTERFACES.get(interface)
    return Localised(ui.show(interface)) if said is None else ui.text(said)


def score_meaning(voice: Voice, name: str) -> Localised:
    """Return what a game's score means, or an empty text if that is not described."""
    key = f"{voice.listing.card.id}.score.{name}"
    if any(key in words for words in voice.listing.words.values()):
        return voice.labels.say(Label(key))
    return benchmark_meaning(voice.interface, name)


def score_terms(voice: Voice, name: str) -> tuple[str, str]:
    """Return what a score is called, and an explanation, which may be empty.

    In English, it is called by its name in the reference and explained by its meaning. In other
    languages it is the other way round, because all these names are English.
    """
    known, meaning = one_line(name), score_meaning(voice, name)
    english = voice.interface.language.partition("-")[0] == "en"
    return (known, meaning) if english or not meaning else (meaning, known)


def benchmark_meaning(ui: Interface, name: str) -> Localised:
    """Return what one of the benchmark's own scores means, or an empty text for any other score."""
    return ui.text(SCORE_MEANINGS[name]) if name in SCORE_MEANINGS else Localised("")


def means_and_order(ui: Interface) -> Localised:
    """Return what the mean main scores of a comparison are over, and by what its rows are sorted.

    This is for tables whose columns have no explanation, or that do not show the joint score.
    """
    return ui.text(
        "Mean main scores (quality) cover episodes played to the end. Rows are ordered by joint "
        "score: the same mean, with each aborted episode as 0."
    )


def game_scores(scores: Scores) -> Iterator[tuple[str, Score]]:
    """Yield the scores of an episode that are neither the main score nor a flag."""
    for name, value in scores.episode.items():
        if name != MAIN_SCORE and name not in FLAGS:
            yield name, value


def flags_in_words(scores: Scores, ui: Interface) -> Localised:
    """Return all three flags, which are independent; a dash marks one that the scorer left open."""
    said = {None: Localised("–"), 0: ui.text("no"), 1: ui.text("yes")}
    flags = (scores.aborted, scores.lose, scores.success)
    return Localised(
        " · ".join(
            ui.text("{flag}: {yes_or_no}", flag=ui.text(word), yes_or_no=said[flag])
            for word, flag in zip(FLAGS.values(), flags, strict=True)
        )
    )


def line_up(row: ComparisonRow, ui: Interface) -> Localised:
    """Return who played in the episodes of a row, in seat order.

    The number of people is given if there were more of them than seats for people: for the one
    seat, or for all seats together.
    """
    names = []
    seats = sum(seat.kind == "human" for seat in row.seats)
    many = row.people > seats
    for seat in row.seats:
        if seat.name not in (HUMAN, SCRIPTED):
            names.append(Localised(ui.show(seat.name)))
        elif seat.kind == "human" and many and seats == 1:
            names.append(ui.text("people ({n})", n=row.people))
        elif seat.kind == "human":
            names.append(ui.text("a person"))
        else:
            names.append(ui.text("scripted player"))
    who = Localised(" + ".join(names))
    if many and seats > 1:
        who = ui.plural(
            "{who}, {n} person in total", "{who}, {n} people in total", row.people, who=who
        )
    if row.settings:
        who = Localised(f"{who} [{ui.show(row.settings)}]")
    if row.interface:
        who = under_interface(row.interface, who, ui)
    if row.language:
        who = ui.text("{who}, {language}", who=who, language=ui.language_name(row.language))
    return who
