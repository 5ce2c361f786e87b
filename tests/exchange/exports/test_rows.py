"""A tree has the rows of a report: one folder for each, with the same figures in every game.

The tree is read as `clem eval` reads it: the score files are grouped by the folders they are in,
and nothing else that the export knows is used.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from clemtui.analysis.report.dimensions import Dimension
from clemtui.catalogue import open_catalogue
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.records.rows import EpisodeFilter, PlayerKind
from clemtui.reports.report import Rows, make_report
from tests.exchange.records import Records, Who, open_records

Figures = tuple[frozenset[str], int, float | None]
"""The games, the number of episodes, and the clemscore."""

EVERYTHING = EpisodeFilter()
BY: tuple[Dimension, ...] = ("players", "people", "language", "game")
SAID = {
    "taboo": {"Player 1": ["CLUE: scary"] * 3, "Player 2": ["GUESS: bat", "GUESS: book"]},
    "wordle": {"Player 1": ["explanation: perhaps\nguess: learn"]},
}
GAMES = tuple(SAID)
GOOD = {"model": "openai/good"}
HOT = {**GOOD, "temperature": 1.0}
ABORTED = {"Player 1": ["no tag"]}


def plays(
    made: Records,
    name: str,
    game: str = "taboo",
    *,
    language: str = "en",
    kind: PlayerKind = "model",
    settings: Mapping[str, Any] = GOOD,
    answered: Collection[str] = ("",),
    **condition: str,
) -> None:
    """Let a player in every seat play an instance twice for each model that answers: aborted, and
    to the end."""
    found = made.instance(game, "high", int(game == "wordle"), language)
    who: dict[str, Who] = {seat.name: (kind, name) for seat in made.catalogue.card(game).seats}
    for each in answered:
        for said in (ABORTED, SAID[game]):
            made.play(found, said, who=who, settings=settings, answered=each, **condition)  # type: ignore[arg-type]


def rows_of_tree(tree: Path) -> dict[tuple[str, str], Figures]:
    """Return the figures of each language and players' folder, by the rule of `clem eval`."""
    scores: defaultdict[tuple[str, str], defaultdict[str, list[Mapping[str, float]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for file in tree.rglob("scores.json"):
        *language, folder, game, _, _, _ = file.relative_to(tree).parts
        found = json.loads(file.read_text("utf-8"))["episode scores"]
        scores["".join(language), folder][game].append(found)
    return {row: figures(games) for row, games in scores.items()}


def figures(games: Mapping[str, list[Mapping[str, float]]]) -> Figures:
    played = fmean(fmean(1 - each["Aborted"] for each in found) for found in games.values())
    main = [[e["Main Score"] for e in found if not e["Aborted"]] for found in games.values()]
    qualities = [fmean(each) for each in main if each]
    score = round(played * fmean(qualities), 2) if qualities else None
    return frozenset(games), sum(map(len, games.values())), score


def rows_of_report(database: Path, where: EpisodeFilter = EVERYTHING) -> list[Figures]:
    """Return the figures of each row of averages."""
    made = make_report(database, where, rows=Rows(BY))
    assert made.ambiguous_averages == 0
    games: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    episodes: defaultdict[tuple[str, ...], int] = defaultdict(int)
    for cell in made.cells:
        named = dict(zip(made.by, cell.key, strict=True))
        row = tuple(named[each] for each in made.over)
        games[row].add(named["game"])
        episodes[row] += cell.measures.episodes
    scores = {row.key: row.average.clemscore for row in made.averages}
    assert scores.keys() == games.keys()
    return [
        (frozenset(games[row]), episodes[row], None if score is None else round(score, 2))
        for row, score in scores.items()
    ]


def export(database: Path, where: EpisodeFilter = EVERYTHING) -> dict[tuple[str, str], Figures]:
    tree = database.parent / f"tree{len(list(database.parent.iterdir()))}"
    export_clembench(database, open_catalogue(), tree, where)
    return rows_of_tree(tree)


def same(tree: Mapping[tuple[str, str], Figures], report: list[Figures]) -> None:
    assert sorted(tree.values(), key=repr) == sorted(report, key=repr)


def two_temperatures(made: Records) -> None:
    for game in GAMES:
        plays(made, "g", game)
        plays(made, "g", game, settings=HOT)


def two_aliases(made: Records) -> None:
    plays(made, "g")
    plays(made, "g2", "wordle")


def aliases_and_temperatures(made: Records) -> None:
    two_temperatures(made)
    plays(made, "g2", settings=HOT)
    plays(made, "g3", settings={"model": "openai/other"})


def two_models_that_answered(made: Records) -> None:
    for game in GAMES:
        plays(made, "g", game, answered=("good-1", "good-2"))
    plays(made, "g", settings=HOT, answered=("good-1",))


def conditions_of_programs(made: Records) -> None:
    plays(made, "g")
    plays(made, "g", "wordle", interface="verbatim", interface_language="de")


def people(made: Records) -> None:
    plays(made, "anna", kind="human")
    plays(made, "bob", kind="human", interface="verbatim")
    plays(made, "bob", kind="human")
    plays(made, "carl", "wordle", kind="human")


def languages(made: Records) -> None:
    two_temperatures(made)
    plays(made, "g2", language="de")


EVERY = pytest.mark.parametrize(
    "record",
    [
        two_temperatures, two_aliases, aliases_and_temperatures, two_models_that_answered,
        conditions_of_programs, people, languages,
    ],
)  # fmt: skip


@EVERY
def test_each_row_of_a_report_is_one_folder_with_the_same_figures(
    record: Callable[[Records], None], tmp_path: Path
) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        record(made)
    same(export(database), rows_of_report(database))


def test_a_model_with_two_names_is_one_folder(tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        two_aliases(made)
    assert list(export(database)) == [("", "openai_good--openai_good")]


def test_a_row_has_the_same_folder_in_an_export_of_other_episodes(tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        two_temperatures(made)
        plays(made, "h", settings={"model": "openai/other"})
    everything = export(database)
    for game in GAMES:
        some = export(database, EpisodeFilter(game=game))
        same(some, rows_of_report(database, EpisodeFilter(game=game)))
        assert some.keys() <= everything.keys()
