"""The sample: every figure counts the same episodes, and says how many repetitions it left out.

The database has an episode of every odd kind (`tests.reports.odd_episodes`), and says of each
whether it counts.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.exchange.exports.exporting import NothingToExport, export_clembench
from clemtui.records.results import TallyScope
from clemtui.records.rows import EpisodeFilter, SampleReason
from clemtui.reports.comparison import compare_players, development
from clemtui.reports.effect.selection import make_effects
from clemtui.reports.report import make_report
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from tests.reports.odd_episodes import GAME, PILOT, OddEpisodes, Reason, every_kind
from tests.support.play_helpers import sitting

LeftOut = Mapping[Reason, int]
UNSCORED = ("other scorer", "not scored")
"""Reasons besides those of the view: it says nothing about scores."""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> OddEpisodes:
    return every_kind(tmp_path_factory.mktemp("odd") / "records.db")


def counting(odd: OddEpisodes, *, repeats: bool = False, study: str = "") -> set[str]:
    """Return the episodes that count."""
    reasons = odd.of_study if study else odd.reasons
    counts = (None, "repetition") if repeats else (None,)
    return {id for id, reason in reasons.items() if reason in counts}


def left_out(odd: OddEpisodes, *, repeats: bool = False, study: str = "") -> LeftOut:
    """Return how many episodes do not count, by reason."""
    reasons = odd.of_study if study else odd.reasons
    among = set(reasons) - counting(odd, repeats=repeats, study=study)
    return Counter(reason for id in among if (reason := reasons[id]) is not None)


def scope() -> TallyScope:
    catalogue = open_catalogue()
    card = catalogue.card(GAME)
    rules = catalogue.version_hashes(card, catalogue.family(GAME).rules_hash)
    return TallyScope(GAME, card.version, rules)


def query(path: Path, sql: str) -> Collection[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute(sql)]


def each_alone(odd: OddEpisodes) -> list[tuple[str, EpisodeFilter]]:
    """Return a filter for each episode."""
    return [(id, EpisodeFilter(tag=("id", str(n)))) for n, id in enumerate(odd.reasons)]


WAYS = pytest.mark.parametrize(
    ("repeats", "study"), [(False, ""), (True, ""), (False, PILOT), (True, PILOT)]
)


def test_every_reason_not_to_count_occurs(odd: OddEpisodes) -> None:
    assert set(odd.reasons.values()) == {*get_args(SampleReason), *UNSCORED, None}


def test_the_view_lists_the_episodes_that_count(odd: OddEpisodes) -> None:
    found = query(odd.path, "SELECT episode FROM sample WHERE left_out IS NULL")
    unscored = {
        id for id, reason in odd.reasons.items() if reason in ("other scorer", "not scored")
    }
    assert sorted(found) == sorted(counting(odd) | unscored)


def test_the_view_says_why_others_do_not(odd: OddEpisodes) -> None:
    with closing(sqlite3.connect(odd.path)) as db:
        found = dict(db.execute("SELECT episode, left_out FROM sample"))
    of_sample = set(get_args(SampleReason))
    expected = {id: why if why in of_sample else None for id, why in odd.reasons.items()}
    assert found == expected


def test_the_human_baseline_is_the_episodes_of_people_that_count(odd: OddEpisodes) -> None:
    with closing(sqlite3.connect(odd.path)) as db:
        found = db.execute("SELECT episode, pseudonym FROM human_baseline").fetchall()
    expected = [(id, name) for id in counting(odd) for name in odd.people[id]]
    assert sorted(found) == sorted(expected)


def test_human_episodes_are_all_episodes_of_people(odd: OddEpisodes) -> None:
    with closing(sqlite3.connect(odd.path)) as db:
        found = dict(db.execute("SELECT episode, left_out FROM human_episodes"))
        baseline = set(query(odd.path, "SELECT episode FROM human_baseline"))
    assert set(found) == {id for id, people in odd.people.items() if people}
    assert baseline == counting(odd) & set(found)


@WAYS
def test_a_report_counts_them(odd: OddEpisodes, repeats: bool, study: str) -> None:
    expected = counting(odd, repeats=repeats, study=study)
    report = make_report(odd.path, EpisodeFilter(), repeats=repeats, study=study)
    assert report.episodes == len(expected)
    assert report.left_out == left_out(odd, repeats=repeats, study=study)
    for id, alone in each_alone(odd):
        found = make_report(odd.path, alone, repeats=repeats, study=study)
        assert found.episodes == (id in expected), odd.reasons[id]


@WAYS
def test_a_comparison_of_languages_counts_them(odd: OddEpisodes, repeats: bool, study: str) -> None:
    expected = counting(odd, repeats=repeats, study=study)

    def effects(where: EpisodeFilter) -> tuple[int, object]:
        found = make_effects(odd.path, where, repeats=repeats, study=study, resamples=9)
        return found.episodes, dict(found.left_out)

    everything = len(expected), left_out(odd, repeats=repeats, study=study)
    assert effects(EpisodeFilter()) == everything
    for id, alone in each_alone(odd):
        assert effects(alone)[0] == (id in expected), odd.reasons[id]


@WAYS
def test_an_export_writes_them(odd: OddEpisodes, repeats: bool, study: str, tmp_path: Path) -> None:
    expected = counting(odd, repeats=repeats, study=study)
    catalogue, counts = open_catalogue(), {"repeats": repeats, "study": study}
    whole = export_clembench(odd.path, catalogue, tmp_path / "all", EpisodeFilter(), **counts)  # type: ignore[arg-type]
    assert whole.episodes == len(expected)
    assert whole.left_out == left_out(odd, repeats=repeats, study=study)
    for number, (id, alone) in enumerate(each_alone(odd)):
        target = tmp_path / str(number)
        try:
            written = export_clembench(odd.path, catalogue, target, alone, **counts).episodes  # type: ignore[arg-type]
        except NothingToExport:
            written = 0
        assert written == (id in expected), odd.reasons[id]


@pytest.mark.parametrize("repeats", [False, True])
def test_a_tally_counts_them(odd: OddEpisodes, repeats: bool) -> None:
    expected = counting(odd, repeats=repeats)
    with Reader(odd.path) as reader:
        whole = reader.tallies(replace(scope(), repeats=repeats))
        assert sum(row.episodes for row in whole.rows) == len(expected)
        assert whole.left_out == left_out(odd, repeats=repeats)
        for digest in {each.hash for each in odd.instances.values()}:
            rows = reader.tallies(replace(scope(), repeats=repeats, instance_hash=digest)).rows
            on_it = {id for id in expected if odd.instances[id].hash == digest}
            assert sum(row.episodes for row in rows) == len(on_it)


@pytest.mark.parametrize("repeats", [False, True])
def test_the_progress_of_a_person_counts_them(odd: OddEpisodes, repeats: bool) -> None:
    found = set()
    with Reader(odd.path) as reader:
        for name in frozenset().union(*odd.people.values()):
            played = reader.played(replace(scope(), person=name, repeats=repeats))
            found |= {(each.episode, name) for each in played}
    expected = counting(odd, repeats=repeats)
    assert found == {(id, name) for id in expected for name in odd.people[id]}


async def test_the_screens_count_them(odd: OddEpisodes) -> None:
    async with sitting(odd.path) as service:
        compared = await compare_players(service, GAME, person="Cleo")
        progress = await development(service, GAME, "Cleo")
    assert compared.all_players.episodes == len(counting(odd))
    assert compared.all_players.left_out == left_out(odd)
    assert compared.own is not None
    assert (compared.own.episodes, compared.own.left_out) == (1, {"repetition": 5})
    assert (len(progress.steps), progress.left_out) == (1, {"repetition": 5})


def test_they_are_the_same_in_another_database_after_merging(
    odd: OddEpisodes, tmp_path: Path
) -> None:
    there = tmp_path / "there.db"
    OddEpisodes(there).writer.close()
    merge(there, odd.path)
    report = make_report(there, EpisodeFilter())
    assert (report.episodes, report.left_out) == (len(counting(odd)), left_out(odd))
