"""How an episode ended, what its scores mean, and how others did."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.analysis.comparison import ComparisonRow
from clemtui.engine import Instance, Scores
from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.service import PlayService
from clemtui.language import Localised, half_up
from clemtui.reports.comparison import Comparisons, compare_players
from clemtui.reports.tables import pooled_remarks
from clemtui.wording.meanings import game_scores, line_up, score_meaning
from clemtui.wording.phrases import OUTCOME_MEANINGS, OUTCOMES, REPLICATES, Voice
from clemtui.wording.sample import excluded_in_words

MAX_ROWS = 8
"""How many line-ups of a comparison to list; the others are only counted."""


def result_lines(voice: Voice, instance: Instance, scores: Scores) -> tuple[str, ...]:
    """Return the result of an episode of an instance."""
    ui = voice.interface
    lines = [
        ui.text("The episode has ended."),
        voice.task(instance),
        ui.text(
            "Result: {outcome}. {meaning}",
            outcome=ui.text(OUTCOMES[scores.outcome]),
            meaning=ui.text(OUTCOME_MEANINGS[scores.outcome]),
        ),
    ]
    if scores.main_score is None and scores.outcome != "aborted":
        lines.append(ui.text("Main score: none."))
    elif scores.main_score is None:
        lines.append(ui.text("Main score: none, because the episode was aborted."))
    else:
        lines.append(ui.text("Main score: {score} of 100.", score=half_up(scores.main_score, 2)))
    for name, score in game_scores(scores):
        if score is None:
            continue
        meaning = score_meaning(voice, name)
        if meaning:
            lines.append(
                ui.text("{name}, {meaning}: {value}", name=name, meaning=meaning, value=score)
            )
        else:
            lines.append(ui.text("{name}: {value}", name=name, value=score))
    for seat, parts in scores.seats.items():
        for name, score in parts.items():
            if score is not None:
                lines.append(ui.text("{seat}, {name}: {score}", seat=seat, name=name, score=score))
    return tuple(lines)


async def comparison_lines(
    service: PlayService, voice: Voice, live: ObserverPort, person: str
) -> tuple[str, ...]:
    """Return how everyone did on an episode's instance, and in its game.

    Raises:
        StoreError: if the database cannot be read.
    """
    ui = voice.interface
    game, language = live.game.card.id, live.texts.language
    name = ui.language_name(language)
    here = await compare_players(
        service, game, live.instance.hash, language=language, person=person
    )
    everywhere = await compare_players(service, game, language=language, person=person)
    left_out = excluded_in_words(everywhere.all_players.left_out, ui)
    return (
        *_standings(voice, here, ui.text("This instance, prompts in {language}:", language=name)),
        *_standings(
            voice, everywhere, ui.text("This game overall, prompts in {language}:", language=name)
        ),
        *pooled_remarks(everywhere.all_players.pooled, ui),
        *((ui.text(REPLICATES),) if _has_replicates(everywhere) else ()),
        *((left_out,) if left_out else ()),
    )


def _has_replicates(standings: Comparisons) -> bool:
    """Whether there may be: each episode with people counts by itself."""
    return any(row.episodes > 1 and not row.people for row in standings.all_players.rows)


def _standings(voice: Voice, standings: Comparisons, heading: Localised) -> Iterator[Localised]:
    rows = standings.all_players.rows
    if not rows:
        return
    yield heading
    own = standings.own
    shown = shown_rows(standings)
    for row in shown:
        yield _row(voice, row)
    if len(rows) > len(shown):
        yield voice.interface.plural(
            "And {n} more line-up of players.", "And {n} more line-ups of players.",
            len(rows) - len(shown),
        )  # fmt: skip
    if own is not None and own.episodes:
        yield voice.interface.plural(
            "{n} of these episodes is yours.", "{n} of these episodes are yours.", own.episodes
        )


def shown_rows(standings: Comparisons) -> tuple[ComparisonRow, ...]:
    """Return the best rows, and of the others those of the line-ups in which the person played."""
    mine = {(row.seats, row.interface) for row in standings.own.rows} if standings.own else set()
    return tuple(
        row
        for place, row in enumerate(standings.all_players.rows)
        if place < MAX_ROWS or (row.seats, row.interface) in mine
    )


def _row(voice: Voice, row: ComparisonRow) -> Localised:
    ui = voice.interface
    values = {
        "who": line_up(row, ui),
        "episodes": ui.plural("{n} episode", "{n} episodes", row.episodes),
        "played": ui.percent(row.played / 100),
    }
    if row.quality is None:
        return ui.text("- {who}: {episodes}, {played} played to the end", **values)
    return ui.text(
        "- {who}: {episodes}, {played} played to the end, with a mean main score of {quality}",
        **values,
        quality=half_up(row.quality, 1),
    )
