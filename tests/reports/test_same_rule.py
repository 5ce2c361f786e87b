"""Reports, the result screen, the progress screen and the effect follow one rule: the same counts,
the same rows, and nothing pooled unsaid."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest

from clemtui.analysis.comparison import Comparison
from clemtui.analysis.development import pooled_dimensions
from clemtui.analysis.report.dimensions import NO_PEOPLE, line_up_name
from clemtui.analysis.report.rows import Report
from clemtui.archive.episodes import list_episodes
from clemtui.archive.search_line import HistoryFilter
from clemtui.language import Interface
from clemtui.records.results import EXCLUSION_REASONS, ExclusionReason
from clemtui.records.rows import EpisodeFilter, SampleReason
from clemtui.reports.comparison import compare_players, development
from clemtui.reports.effect.selection import make_effects
from clemtui.reports.report import Rows, make_report
from clemtui.reports.tables import exclusion_remarks
from clemtui.store.read.reader import Reader
from clemtui.wording.sample import EXCLUDED, excluded_in_words, outcome_in_words
from tests.reports.odd_episodes import GAME, OddEpisodes, every_kind
from tests.support.play_helpers import sitting

Row = tuple[str, str, str, int, float | None, float | None, float | None]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> OddEpisodes:
    return every_kind(tmp_path_factory.mktemp("rule") / "records.db")


def two(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def rows_of_report(report: Report) -> list[Row]:
    found: list[Row] = []
    for cell in report.cells:
        named = dict(zip(report.by, cell.key, strict=True))
        m = cell.measures
        if m.episodes:
            key = (named["players"], named["language"], named["interface"])
            found.append((*key, m.episodes, m.played, m.quality, m.joint))
    return sorted(found, key=repr)


def rows_of_comparison(comparison: Comparison) -> list[Row]:
    return sorted(
        (
            (
                line_up_name(row.seats),
                row.language,
                row.interface or NO_PEOPLE,
                row.episodes,
                two(row.played),
                two(row.quality),
                two(row.joint),
            )
            for row in comparison.rows
        ),
        key=repr,
    )


async def test_a_comparison_has_the_rows_of_a_report_and_says_what_it_pools(
    odd: OddEpisodes,
) -> None:
    report = make_report(
        odd.path,
        EpisodeFilter(game=GAME),
        rows=Rows(("players", "language", "interface", "game"), ("condition", "aids")),
    )
    async with sitting(odd.path) as service:
        compared = (await compare_players(service, GAME)).all_players
    assert len({row.language for row in compared.rows}) > 1
    assert rows_of_comparison(compared) == rows_of_report(report)
    assert list(compared.left_out.items()) == list(report.left_out.items())
    pooled = {name: found for name, found in report.pooled.items() if name == "instances"}
    assert compared.pooled == pooled | dict(report.pooled_on_request)


async def test_the_screens_and_the_effect_exclude_in_the_same_words(odd: OddEpisodes) -> None:
    report = make_report(odd.path, EpisodeFilter(game=GAME))
    effects = make_effects(odd.path, EpisodeFilter(game=GAME), resamples=9)
    async with sitting(odd.path) as service:
        compared = (await compare_players(service, GAME)).all_players
    ui = Interface("en")
    said = {
        excluded_in_words(report.left_out, ui),
        excluded_in_words(compared.left_out, ui),
        *exclusion_remarks(report.left_out, (), ui),
        *exclusion_remarks(effects.left_out, (), ui),
    }
    assert len(said) == 1


async def test_the_progress_of_a_person_says_what_its_rows_pool(odd: OddEpisodes) -> None:
    async with sitting(odd.path) as service:
        everyone = {name for names in odd.people.values() for name in names}
        progress = {name: await development(service, GAME, name) for name in everyone}
    for name, found in progress.items():
        played = [step.episode for step in found.steps]
        partners = {line_up_name(each.seats) for each in played}
        pooled = pooled_dimensions([played]).get("players", ())
        assert set(pooled) == (partners if len(partners) > 1 else set()), name


def test_an_episode_that_has_not_finished_is_listed_by_its_state_whatever_its_scores(
    odd: OddEpisodes,
) -> None:
    found = {
        (each.state, str(outcome_in_words(each, Interface("en"))))
        for each in list_episodes(odd.path, EpisodeFilter())
        if each.scores is not None
    }
    assert {pair for pair in found if pair[0] != "finished"} == {
        ("void", "void"),
        ("abandoned", "abandoned"),
    }


@pytest.mark.parametrize("counts", [True, False])
def test_the_history_finds_what_a_report_counts_and_what_it_excludes(
    odd: OddEpisodes, counts: bool
) -> None:
    where = HistoryFilter.parse(f"counts:{'yes' if counts else 'no'}").where
    expected = {id for id, reason in odd.reasons.items() if (reason is None) is counts}
    assert {each.id for each in list_episodes(odd.path, where)} == expected
    report = make_report(odd.path, EpisodeFilter(game=GAME))
    counted = report.episodes if counts else sum(report.left_out.values())
    with Reader(odd.path) as reader:
        assert reader.count(where) == len(expected) == counted
        both = replace(where, game=GAME, state="finished")
        assert reader.count(both) == len(reader.episodes(both))


def test_every_reason_has_words_in_the_order_of_the_reasons() -> None:
    assert tuple(EXCLUDED) == EXCLUSION_REASONS
    assert EXCLUSION_REASONS[: len(get_args(SampleReason))] == get_args(SampleReason)
    shuffled: Counter[ExclusionReason] = Counter(dict.fromkeys(reversed(EXCLUSION_REASONS), 2))
    said = excluded_in_words(shuffled, Interface("en"))
    places = [said.index(f"{words}: 2") for words in EXCLUDED.values()]
    assert places == sorted(places)
    assert excluded_in_words({}, Interface("en")) == ""
