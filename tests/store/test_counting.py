"""Counts by the database equal a plain count of the same episodes, whatever was done to it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from clemtui.engine import Scores, Texts
from clemtui.records.findings import Facet
from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.results import TallyScope
from clemtui.records.rows import (
    EXCLUDED_TAG,
    EpisodeSummary,
    ExposureKind,
    SeatAssignment,
    StoredEpisode,
)
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, MODEL, TEXTS, SetClock, human, session, start

EPISODES = 120
EXPOSURES: tuple[ExposureKind, ...] = ("played", "watched", "reviewed")
GUESSERS = (
    MODEL,
    replace(MODEL, player="ollama_chat/y"),
    SeatAssignment("Player 2", "WordGuesser", "scripted", "scripted", seed=1),
    SeatAssignment("Player 2", "WordGuesser", "scripted", "another script", seed=1),
)
TABOO = TallyScope("taboo", "1.0", ("r" * 64,))
SHELL = SeatAssignment("Shell", "Shell", "service", "shell")


def fill(path: Path, seed: int) -> None:
    """Record many episodes of every kind, with three people and without people."""
    draw, clock = random.Random(seed), SetClock()
    writer = Writer(path, clock=clock)
    people = [writer.person(name).id for name in (f"Ada {seed}", f"Ben {seed}", f"Cy {seed}")]
    sitting = session(writer)
    played: list[str] = []
    for _ in range(EPISODES):
        clock.forward(60)
        person = draw.choice(people)
        describer = draw.choice(
            [human(person), replace(MODEL, seat="Player 1", role="WordDescriber")]
        )
        guesser = draw.choice([*GUESSERS, human(draw.choice(people), "Player 2", "WordGuesser")])
        seats = [describer, guesser]
        if draw.random() < 0.5:
            seats.insert(draw.randrange(3), SHELL)
        game = draw.choice(["taboo", "taboo", "taboo", "wordle"])
        version = draw.choice(["1.0"] * 9 + ["0.9"])
        changed: dict[str, Any] = {
            "game": game,
            "game_version": version,
            "instance": replace(
                INSTANCE,
                game=game,
                experiment=draw.choice(["high", "low"]),
                data={"target": draw.choice("abcdef")},
                task="",
            ),
            "texts": Texts(draw.choice(["en", "de"]), TEXTS.prompts),
            "interface": draw.choice(["assisted", "verbatim"]),
            "practice": draw.random() < 0.1,
            "tags": {"wave": "1", "note": "x"} if draw.random() < 0.2 else {},
        }
        if draw.random() < 0.1:
            changed["tags"] = {EXCLUDED_TAG: "interrupted"}
        if played and draw.random() < 0.1:
            changed["condition"] = {"continued_from": played[-1]}
        id = writer.start_episode(start(sitting, *seats, **changed))
        played.append(id)
        for seat in seats:
            if seat.person is not None and draw.random() < 0.5:
                known = draw.choice(EXPOSURES)
                writer.exposure(seat.person, "taboo:tea", changed["instance"].hash, known, id)
        main = draw.choice([None, 0.0, 25.0, 100.0])
        aborted = int(draw.random() < 0.2)
        lose = draw.choice([0, 1])
        scores = Scores(aborted, 1 - lose, lose, {} if main is None else {"Main Score": main})  # type: ignore[arg-type]
        match draw.randrange(12):
            case 0:
                continue
            case 1:
                writer.end_episode(id, "abandoned")
            case 2:
                writer.end_episode(id, draw.choice(["finished", "void"]))
            case _:
                writer.end_episode(id, "finished", scores=scores)
        if draw.random() < 0.2:
            writer.add_scores(id, f"{game}:2.0", Scores(0, 1, 0, {"Main Score": 1}))
    writer.close()


@pytest.fixture(
    scope="module",
    params=["written", "forgotten", "merged", "merged after a person was forgotten"],
)
def path(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A database after each operation that changes what is counted."""
    folder = tmp_path_factory.mktemp("counting")
    here, there = folder / "here.db", folder / "there.db"
    fill(here, 1)
    if request.param != "written":
        fill(there, 2)
    if "forgotten" in request.param:
        writer = Writer(here)
        writer.delete_person(writer.person("Ben 1").id)
        writer.close()
    if "merged" in request.param:
        merge(here, there)
    return here


def stored(path: Path) -> list[StoredEpisode]:
    with Reader(path) as reader:
        return [reader.load(each.id) for each in reader.episodes(limit=1000)]


def outcome(summary: EpisodeSummary) -> str | None:
    if summary.scores is None:
        return None
    return "aborted" if summary.scores.aborted else "lose" if summary.scores.lose else "success"


def ordered(values: Iterable[str | None]) -> tuple[Facet, ...]:
    counted = Counter(value for value in values if value is not None)
    return tuple(Facet(*each) for each in sorted(counted.items(), key=lambda x: (-x[1], x[0])))


def test_facets(path: Path) -> None:
    all_ = [episode.summary for episode in stored(path)]
    with Reader(path) as reader:
        facets = reader.facets()
        known = {person.pseudonym for person in reader.people()}
    players = [
        {
            name
            for seat in each.seats
            if seat.kind != "service"
            for name in (seat.kind, seat.player)
            if name not in ("model", "")
        }
        for each in all_
    ]
    assert facets.games == ordered(each.game for each in all_)
    assert facets.experiments == ordered(each.experiment for each in all_)
    assert facets.languages == ordered(each.language for each in all_)
    assert facets.interfaces == ordered(
        each.interface for each in all_ if any(seat.kind == "human" for seat in each.seats)
    )
    assert facets.states == ordered(each.state for each in all_)
    assert facets.outcomes == ordered(map(outcome, all_))
    assert facets.tags == ordered(key for each in all_ for key in each.tags)
    assert facets.players == ordered(name for names in players for name in names)
    assert facets.people == ordered(
        name for each in all_ for name in set(each.people) if name in known
    )


def reason(episode: StoredEpisode) -> str | None:
    summary = episode.summary
    applies = {
        "erased": summary.erased,
        "practice": summary.practice,
        "excluded": EXCLUDED_TAG in summary.tags,
        "continued": episode.condition.get("continued_from") is not None,
        "not finished": summary.state == "running",
        "abandoned": summary.state == "abandoned",
        "void": summary.state == "void",
        "repetition": summary.repeated,
        "other version": summary.game_version != "1.0",
        "other scorer": summary.scores is None and bool(episode.scores),
        "not scored": summary.scores is None,
    }
    return next((name for name, is_so in applies.items() if is_so), None)


@pytest.mark.parametrize("each_person", [False, True])
@pytest.mark.parametrize("language", [None, "de"])
@pytest.mark.parametrize("name", [None, "Cy 1"])
def test_tallies(path: Path, each_person: bool, language: str | None, name: str | None) -> None:
    with Reader(path) as reader:
        scope = replace(TABOO, language=language, person=name, each_person=each_person)
        tallies = reader.tallies(scope)
    groups: dict[object, list[EpisodeSummary]] = {}
    left_out: Counter[str] = Counter()
    for episode in stored(path):
        summary = episode.summary
        if (
            summary.game != "taboo"
            or language not in (None, summary.language)
            or (name is not None and name not in summary.people)
        ):
            continue
        why = reason(episode)
        if why is not None:
            left_out[why] += 1
            continue
        people = iter(summary.people if each_person else ())
        line_up = tuple(
            SeatPlayer(
                seat.seat,
                seat.role,
                seat.kind,
                next(people, "human") if seat.kind == "human" else seat.player,
            )
            for seat in summary.seats
            if seat.kind != "service"
        )
        humans = any(seat.kind == "human" for seat in line_up)
        interface = summary.interface if humans else ""
        groups.setdefault((line_up, interface, summary.language), []).append(summary)
    assert groups
    assert tallies.left_out == dict(left_out)
    assert {(row.seats, row.interface, row.language) for row in tallies.rows} == set(groups)
    assert [row.episodes for row in tallies.rows] == sorted(map(len, groups.values()))[::-1]
    for row in tallies.rows:
        of_row = groups[row.seats, row.interface, row.language]
        scores = [summary.scores for summary in of_row if summary.scores is not None]
        assert (row.episodes, row.people) == (
            len(of_row), len({person for summary in of_row for person in summary.people}),
        )  # fmt: skip
        assert row.line_up == LineUp.of(of_row[0].seats)
        assert (row.aborted, row.success, row.lose) == tuple(
            sum(getattr(score, flag) for score in scores) for flag in ("aborted", "success", "lose")
        )
        items: dict[tuple[str, str], list[EpisodeSummary]] = {}
        for summary in of_row:
            item = summary.id if row.people else summary.instance_hash
            items.setdefault((item, summary.language), []).append(summary)
        main = [mean(each) for each in map(main_scores, items.values()) if each]
        joint = [mean(each) for each in map(joint_scores, items.values()) if each]
        assert (row.items, row.scored, row.joint_scored) == (len(items), len(main), len(joint))
        assert row.main_sum == pytest.approx(sum(main))
        assert row.joint_sum == pytest.approx(sum(joint))


def main_scores(item: list[EpisodeSummary]) -> list[float]:
    scores = [each.scores for each in item if each.scores is not None]
    return [score.main_score for score in scores if score.main_score is not None]


def joint_scores(item: list[EpisodeSummary]) -> list[float]:
    scores = [each.scores for each in item if each.scores is not None]
    given = [0.0 if score.aborted else score.main_score for score in scores]
    return [score for score in given if score is not None]
