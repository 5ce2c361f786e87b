"""What an exported tree says of its episodes is what the records say, in any database."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

import pytest

from clemtui.catalogue import Catalogue, open_catalogue
from clemtui.engine import Control, Instance, Pause, Response, Timing
from clemtui.episode.condition import Condition
from clemtui.exchange.exports.exporting import NothingToExport, export_clembench
from clemtui.exchange.imports.importing import import_results
from clemtui.records.line_ups import SILENT
from clemtui.records.rows import (
    EpisodeFilter,
    EpisodeStart,
    ExposureKind,
    SeatAssignment,
    SessionStart,
    TagDecision,
)
from clemtui.reports.effect.selection import make_effects
from clemtui.reports.report import Rows, make_report
from clemtui.store.merge.merge import merge
from clemtui.store.write.writer import Writer
from tests.store.builders import SetClock, outcome

NAMES = ("anna", "anna--ben", "../ben", "Cleo.K--", "gpt-4o")
TASKS = (("taboo", "high"), ("imagegame", "compact_grids"))
SELECTIONS: tuple[tuple[EpisodeFilter, bool], ...] = (
    (EpisodeFilter(), False),
    (EpisodeFilter(), True),
    (EpisodeFilter(practice=True), True),
    (EpisodeFilter(tag=("excluded", None)), True),
)
"""What is exported, each into a tree of its own: the sample, repetitions, practice, excluded."""


class Played:
    """A database of random episodes of real games, with everything that decides what counts."""

    def __init__(self, path: Path, seed: int, episodes: int) -> None:
        self.path = path
        self.random = random.Random(seed)
        self.clock = SetClock()
        self.catalogue: Catalogue = open_catalogue()
        self.writer = Writer(path, clock=self.clock)
        self.session = self.writer.open_session(SessionStart("app", "0.1"))
        self.people = {name: self.writer.person(name).id for name in NAMES}
        for _ in range(episodes):
            self._episode()
        self.writer.close()

    def _chance(self, of: float) -> bool:
        return self.random.random() < of

    def _wait(self) -> None:
        self.clock.forward(self.random.uniform(0.001, 60))

    def _seat(self, seat: str, role: str, people: list[str]) -> SeatAssignment:
        kind = self.random.choice(("human", "human", "model", "scripted"))
        if kind == "human":
            return SeatAssignment(seat, role, "human", "human", self.people[people.pop()])
        if kind == "model":
            name = self.random.choice(("lab/x", "lab--y"))
            return SeatAssignment(seat, role, "model", name, parameters={"temperature": 0.5})
        return SeatAssignment(seat, role, "scripted", "scripted", seed=3)

    def _episode(self) -> None:
        game_id, experiment = self.random.choice(TASKS)
        language = self.random.choice(("en", "de"))
        game = self.catalogue.game(game_id)
        found = self.catalogue.experiments(game_id, language)
        instance = self.catalogue.instance(found, experiment, self.random.randint(0, 2))
        prompts = instance.language or self.random.choice(("en", "de"))
        texts = self.catalogue.texts(instance, prompts)
        people = self.random.sample(NAMES, 2)
        seats = tuple(self._seat(each.name, each.role, people) for each in game.card.seats)
        practice, aids = self._chance(0.2), ("look-up",) if self._chance(0.2) else ()
        condition = Condition(
            interface=self.random.choice(("assisted", "verbatim")),
            aids=aids,
            prompt_language=texts.language,
            interface_language="de",
            practice=practice,
            continued_from="x" if self._chance(0.05) else None,
        )
        some = self._chance(0.3)  # as other programs leave out what is usual
        content = condition.model_dump(mode="json", exclude_defaults=True)
        content = content if some else condition.record()
        for person in self.people.values():
            if self._chance(0.05):
                self._expose(person, instance, None)
        self._wait()
        id = self.writer.start_episode(
            EpisodeStart(
                session=self.session,
                family=game.card.family,
                game=game_id,
                game_version=game.card.version,
                rules_hash=self.catalogue.family(game_id).rules_hash,
                instance=instance,
                texts=texts,
                seats=seats,
                interface=condition.interface,
                condition=content,
                practice=practice,
                time_known=not self._chance(0.1),
                exposure_key=game.exposure_key(instance),
            )
        )
        for person in {each.person for each in seats if each.person}:
            self.writer.exposure(person, instance.task_key, instance.hash, "played", id)
        self._play(id, instance, texts, {each.seat: each for each in seats})
        self._decide(id)
        if self._chance(0.2):
            self._wait()
            self._expose(self.random.choice(list(self.people.values())), instance, id)

    def _expose(self, person: str, instance: Instance, episode: str | None) -> None:
        kind = self.random.choice(get_args(ExposureKind))
        self.writer.exposure(person, instance.task_key, instance.hash, kind, episode)

    def _timing(self) -> Timing | None:
        if self._chance(0.2):
            return None
        pauses = (Pause(1.5, 20.25), Pause(10.0, 30.0, "focus lost"))
        return Timing(
            shown_at=self.clock.now() - timedelta(seconds=1),
            first_key_ms=self.random.choice((None, 12.25)),
            submitted_ms=self.random.uniform(40, 1000),
            away_ms=self.random.choice((None, 0.0, 3.5)),
            edits=3,
            pasted=None,
            pauses=pauses if self._chance(0.5) else (),
            hints=({"aid": "symbols"},),
            values={"guess": "no"} if self._chance(0.2) else None,
        )

    def _play(
        self, id: str, instance: Instance, texts: Any, seats: Mapping[str, SeatAssignment]
    ) -> None:
        game = self.catalogue.game(instance.game)
        master = game.start(instance, texts)
        target = str(instance.data.get("target_word", ""))
        control = None
        while asked := master.pending():
            for each in asked:
                self.writer.request(id, each)
            request, seat = asked[0], seats[asked[0].seat]
            if seat.kind == "model":
                self._calls(id, request.id)
            if self._chance(0.25):
                human = seat.kind == "human"
                control = Control("gave up", seat.seat) if human else Control("closed")
                self.writer.entry(id, control, self._timing() if human else None)
                break
            self._wait()
            text = self.random.choice(
                ("CLUE: a thing", f"GUESS: {target}", "GUESS: no", "nonsense", "DONE")
            )
            if seat.kind == "model":
                attempt = self.writer.attempt_started(id, request.id, 3, {})
                self.clock.forward(0.5)
                answered = self.random.choice(("", "x-2026-01", "x-2026-02"))
                notes = {"policies": {"refusals": "answer"}} if self._chance(0.2) else {}
                done = outcome(text=text, raw=text.encode(), model=answered, notes=notes)
                self.writer.attempt_ended(attempt, done)
            response = Response.of(request.id, text)
            timing = self._timing() if seat.kind == "human" else None
            self.writer.entry(id, response, timing)
            master.submit(response)
        if control is not None:
            master.submit(control)
        self.clock.forward(0.25)
        if self._chance(0.05):
            self.writer.release(id)
        elif self._chance(0.1):
            self.writer.end_episode(id, "void", reason="the fire alarm rang")
        else:
            reason = "closed for good" if control is not None else ""
            scores, events = game.score(master), tuple(master.events)
            self.writer.end_episode(id, "finished", reason=reason, scores=scores, events=events)

    def _calls(self, id: str, request: int) -> None:
        """Record calls that failed, of which one may have been answered in part."""
        for number, status in ((1, "error"), (2, "cut")):
            if self._chance(0.2):
                attempt = self.writer.attempt_started(id, request, number, {})
                self.clock.forward(0.125)
                failed = outcome(status=status, text="", raw=b"", model="x-2025")
                self.writer.attempt_ended(attempt, failed)

    def _decide(self, id: str) -> None:
        for key, value in (("wave", "1"), ("excluded", "everywhere"), ("excluded", "study:pilot")):
            for revoked in (False, True):
                if self._chance(0.15):
                    self._wait()
                    why = "said: «so what»\n" if self._chance(0.5) else ""
                    self.writer.tag([id], TagDecision(key, value, "Ada B.", why, revoked))
        if self._chance(0.1):
            self.writer.tag([id], TagDecision("closed", "aborted", "", ""))


def trees(played: Played, folder: Path) -> Iterator[Path]:
    """Export every selection of a database into a tree of its own."""
    for number, (where, repeats) in enumerate(SELECTIONS):
        tree = folder / f"tree-{number}"
        try:
            export_clembench(played.path, played.catalogue, tree, where, repeats=repeats)
        except NothingToExport:
            continue
        yield tree


VIEWS = {
    "sample": "*, (SELECT key FROM line_ups l WHERE l.id = line_up) AS line_up_key",
    "human_episodes": "*",
    "human_baseline": "*",
    "tags": "*",
    "episode_ends": "episode, state, reason, at",
    "entries": "episode, seq, kind, control, request, seat, parts, text, at, shown_at, "
    "first_key_ms, submitted_ms, away_ms, edits, pasted, pauses, hints, form_values",
    "seat_assignments": "*",
    "scores": "episode, scorer, rules_hash, aborted, success, lose, main_score, episode_scores, "
    "turn_scores, seat_scores",
    "episode_line_ups": "episode, seats, answered, people",
    "attempts": "episode, request, seat, number, started_at, outcome, error_kind, reasoning, "
    "prompt_tokens, completion_tokens, reasoning_tokens, cost_usd, finish_reason, provider, "
    "model, first_token_ms, duration_ms",
}
"""What must be the same, in views and in tables, for each episode."""
HERE_ONLY = {"line_up", "session"}
"""Columns that number something in one database, or say where a record was made."""


def said(path: Path, episodes: frozenset[str]) -> dict[str, list[dict[str, Any]]]:
    """Return what a database says of episodes, without what an import says of itself."""
    found: dict[str, list[dict[str, Any]]] = {}
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        for view, columns in VIEWS.items():
            rows = [dict(row) for row in db.execute(f"SELECT {columns} FROM {view}")]
            rows = [row for row in rows if row["episode"] in episodes]
            rows = [row for row in rows if row.get("key") not in ("imported", "not re-scored")]
            found[view] = sorted(map(_plain, rows), key=repr)
    return found


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    row = {name: value for name, value in row.items() if name not in HERE_ONLY}
    if isinstance(row.get("tags"), str):
        tags = row["tags"].removeprefix("[").removesuffix("]").split(",")
        row["tags"] = sorted(each for each in tags if each and not each.startswith('"imported='))
    if isinstance(row.get("answered"), str):
        # An import also keeps the models with which a silent episode counted; see `figures`.
        row["answered"] = {} if SILENT in (known := json.loads(row["answered"])) else known
    if isinstance(row.get("exclusion"), str):
        row["exclusion"] = sorted(row["exclusion"].split("; "))
    return row


def ids(path: Path) -> frozenset[str]:
    with closing(sqlite3.connect(path)) as db:
        return frozenset(id for (id,) in db.execute("SELECT id FROM episodes"))


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        names = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith(("search_words", "sqlite_"))
        ]
        return [repr((name, row)) for name in names for row in db.execute(f"SELECT * FROM {name}")]


def figures(path: Path) -> tuple[Any, ...]:
    """Return the figures of a report and of a comparison of languages, without void episodes, which
    are in no tree."""
    report = make_report(
        path, EpisodeFilter(), rows=Rows(("players", "people", "language", "game"))
    )
    cells = [(each.key, asdict(each.measures)) for each in report.cells if each.measures.episodes]
    effects = make_effects(path, EpisodeFilter(), resamples=9)
    settings = [(each.key, each.players, asdict(each)) for each in effects.settings]
    averages = [asdict(each) for each in report.averages]
    return cells, averages, report.split, report.episodes, settings


GATE = range(2)
NIGHT = range(100, 130)


@pytest.mark.parametrize("seed", GATE)
def test_import_says_of_every_exported_episode_what_the_records_say(
    tmp_path: Path, seed: int
) -> None:
    check(tmp_path, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", NIGHT)
def test_imports_of_many_databases_say_what_the_records_say(tmp_path: Path, seed: int) -> None:
    check(tmp_path, seed)


def check(folder: Path, seed: int) -> None:
    """Export a database in several trees and compare their import with it, in any order."""
    played = Played(folder / "records.db", seed, episodes=25)
    again = folder / "again.db"
    found = list(trees(played, folder))
    rows = {(file.parents[3], file.parents[2].name) for file in found[0].rglob("scores.json")}
    assert len(rows) == len(figures(played.path)[0]), "each row of the report has its folder"
    played.random.shuffle(found)
    for tree in found:
        imported = import_results(again, played.catalogue, tree)
        assert [note for each in imported.episodes for note in each.notes] == []
        assert imported.problems == ()
    episodes = ids(again)
    assert len(episodes) > 5
    one, other = said(played.path, episodes), said(again, episodes)
    for view in VIEWS:
        for mine, theirs in zip(other[view], one[view], strict=True):
            assert mine == theirs, view
    assert figures(again) == figures(played.path)


def test_what_the_rules_here_do_not_reproduce_counts_as_it_did(tmp_path: Path) -> None:
    """As with a game that is not installed, or other prompts: then nothing is scored again."""
    played = Played(tmp_path / "records.db", 4, episodes=20)
    again = tmp_path / "again.db"
    for tree in trees(played, tmp_path):
        for file in tree.rglob("interactions.json"):
            log = json.loads(file.read_text("utf-8"))
            log["turns"][0][0]["action"]["content"] += " (other prompts)"
            file.write_text(json.dumps(log), "utf-8")
        import_results(again, played.catalogue, tree)
    episodes = ids(again)
    one, other = said(played.path, episodes), said(again, episodes)
    for view in ("sample", "human_episodes", "human_baseline", "tags", "attempts", "entries"):
        for mine, theirs in zip(other[view], one[view], strict=True):
            differs = {"tags": (), "texts_hash": ""}  # the reason is a tag; the prompts are others
            assert {**mine, **differs} == {**theirs, **differs}, view


def test_importing_again_or_where_it_came_from_adds_nothing(tmp_path: Path) -> None:
    played = Played(tmp_path / "records.db", 1, episodes=12)
    again = tmp_path / "again.db"
    found = list(trees(played, tmp_path))
    for tree in found:
        import_results(again, played.catalogue, tree)
    for database in (played.path, again):
        before = dump(database)
        for tree in found:
            import_results(database, played.catalogue, tree)
        assert dump(database) == before


def test_an_import_and_its_origin_merge_without_doubling_anything(tmp_path: Path) -> None:
    played = Played(tmp_path / "records.db", 2, episodes=12)
    again = tmp_path / "again.db"
    for tree in trees(played, tmp_path):
        import_results(again, played.catalogue, tree)
    episodes, known = ids(played.path), ids(again)
    one, here = said(played.path, episodes), exposures(played.path)
    merge(played.path, again)
    assert (said(played.path, episodes), exposures(played.path)) == (one, here)
    merge(again, played.path)
    assert ids(again) == episodes
    assert exposures(again) == here
    assert said(again, known)["human_episodes"] == said(played.path, known)["human_episodes"]


def exposures(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT * FROM exposures ORDER BY id").fetchall()


def test_an_exported_tree_names_only_the_people_of_its_episodes(tmp_path: Path) -> None:
    """Nor does anything of a forgotten person get into one."""
    played = Played(tmp_path / "records.db", 3, episodes=20)
    with closing(Writer(played.path)) as writer:
        writer.delete_person(played.people["Cleo.K--"])
    found = 0
    for name in ("anna", "anna--ben", "../ben", "gpt-4o"):
        tree = tmp_path / str(found)
        try:
            where = EpisodeFilter(person=name)
            export_clembench(played.path, played.catalogue, tree, where, repeats=True)
        except NothingToExport:
            continue
        found += 1
        logs = [json.loads(file.read_text("utf-8")) for file in tree.rglob("interactions.json")]
        models = [model["model_spec"] for log in logs for model in log["player_models"].values()]
        among = {model["clemtui"].get("person") for model in models}
        text = "".join(file.read_text("utf-8") for file in tree.rglob("*.json"))
        assert played.people[name] in among
        assert played.people["Cleo.K--"] not in among
        for other, person in played.people.items():
            assert person in among or (person not in text and f'"{other}"' not in text)
    assert found
