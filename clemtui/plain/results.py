"""How an episode ended, what its scores mean, and how others did."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.analysis.comparison import ComparisonRow
from clemtui.engine import Instance, Scores
from clemtui.episode.offers.daily import daily_result
from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.service import PlayService
from clemtui.language import Interface, Localised, half_up
from clemtui.reports.comparison import Comparisons, compare_players, own_person, results_up_to
from clemtui.reports.published import published_heading, published_notes, published_results
from clemtui.reports.tables import pooled_remarks
from clemtui.wording.meanings import game_scores, line_up, means_and_order, score_terms
from clemtui.wording.own_results import best_line, daily_lines, own_conditions, own_heading
from clemtui.wording.phrases import OUTCOME_MEANINGS, OUTCOMES, REPLICATES, Voice
from clemtui.wording.sample import excluded_in_words

MAX_ROWS = 8
"""How many line-ups of a comparison to list; the others are only counted."""


def result_lines(
    voice: Voice, instance: Instance, scores: Scores, *, brief: bool = False
) -> tuple[str, ...]:
    """Return the result of an episode of an instance.

    ``brief`` leaves out what names the instance, and all scores but the main score.
    """
    ui = voice.interface
    lines = [
        ui.text("The episode has ended."),
        *([] if brief else [voice.task(instance)]),
        outcome_line(ui, scores),
    ]
    if scores.main_score is None and scores.outcome != "aborted":
        lines.append(ui.text("Main score: none."))
    elif scores.main_score is None:
        lines.append(ui.text("Main score: none, because the episode was aborted."))
    else:
        lines.append(ui.text("Main score: {score} of 100.", score=half_up(scores.main_score, 2)))
    if brief:
        return tuple(lines)
    for name, score in game_scores(scores):
        if score is None:
            continue
        called, meaning = score_terms(voice, name)
        if meaning:
            lines.append(
                ui.text("{name}, {meaning}: {value}", name=called, meaning=meaning, value=score)
            )
        else:
            lines.append(ui.text("{name}: {value}", name=called, value=score))
    for seat, parts in scores.seats.items():
        for name, score in parts.items():
            if score is not None:
                called, _ = score_terms(voice, name)
                said = ui.text("{seat}, {name}: {score}", seat=seat, name=called, score=score)
                lines.append(said)
    return tuple(lines)


def outcome_line(ui: Interface, scores: Scores) -> Localised:
    """Return the outcome of an episode, without the score."""
    return ui.text(
        "Result: {outcome}. {meaning}",
        outcome=ui.text(OUTCOMES[scores.outcome]),
        meaning=ui.text(OUTCOME_MEANINGS[scores.outcome]),
    )


async def comparison_lines(
    service: PlayService, voice: Voice, live: ObserverPort, person: str
) -> tuple[str, ...]:
    """Return how everyone did on an episode's instance, and in its game.

    Raises:
        UsageError: if the file of published results cannot be read.
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
        *await _own_lines(service, voice, live, person),
        *_standings(voice, here, ui.text("This instance, prompts in {language}:", language=name)),
        *_standings(
            voice, everywhere, ui.text("This game overall, prompts in {language}:", language=name)
        ),
        *((means_and_order(ui),) if everywhere.all_players.rows else ()),
        *pooled_remarks(everywhere.all_players.pooled, ui),
        *((ui.text(REPLICATES),) if _has_replicates(everywhere) else ()),
        *((left_out,) if left_out else ()),
        *_published(service, voice, live),
    )


async def _own_lines(
    service: PlayService, voice: Voice, live: ObserverPort, person: str
) -> tuple[Localised, ...]:
    """Return what the episode means for the person's own results and daily tasks, if shown."""
    own = await own_person(service, live, person)
    if service.settings.challenges == "off" or own is None:
        return ()
    ui = voice.interface
    lines: list[Localised] = []
    daily = await daily_result(service, live, own)
    if daily is not None:
        lines += daily_lines(daily, ui)
    results = await results_up_to(service, live, own)
    if (best := best_line(results, ui)) is not None:
        lines += own_heading(results, voice, live, own), own_conditions(live, ui), best
    return tuple(lines)


def _published(service: PlayService, voice: Voice, live: ObserverPort) -> Iterator[Localised]:
    """Yield models' published results, apart from what was played here."""
    ui = voice.interface
    published = published_results(service, live.instance, live.texts.language)
    if published is None:
        return
    yield published_heading(published, ui)
    for each in published.models:
        number = len(published.instances)
        yield _result(voice, each.model, number, each.played, each.quality)
    yield from published_notes(published, ui)


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
    who = line_up(row, voice.interface)
    return _result(voice, who, row.episodes, row.played, row.quality)


def _result(
    voice: Voice, who: str, episodes: int, played: float, quality: float | None
) -> Localised:
    ui = voice.interface
    values = {
        "who": who,
        "episodes": ui.plural("{n} episode", "{n} episodes", episodes),
        "played": ui.percent(played / 100),
    }
    if quality is None:
        return ui.text("- {who}: {episodes}, {played} played to the end", **values)
    return ui.text(
        "- {who}: {episodes}, {played} played to the end, mean main score {quality}",
        **values,
        quality=half_up(quality, 1),
    )
