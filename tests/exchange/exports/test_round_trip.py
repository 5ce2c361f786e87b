"""Exported episodes can be imported again unchanged."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Control, Instance
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.exchange.imports.importing import import_results
from clemtui.records.rows import EpisodeFilter, SessionStart, StoredEpisode, TagDecision
from clemtui.reports.report import make_report
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.exchange.records import Who, open_records
from tests.support.calling import call

SAID = {
    "Player 1": ["CLUE: a feeling of being scared", "CLUE: what a coward feels"],
    "Player 2": ["GUESS: courage", "GUESS: book"],
}


def exported(database: Path, target: Path) -> dict[str, Any]:
    """Return what an exported tree says about its only episode: who said what, and its scores."""
    export_clembench(database, open_catalogue(), target, EpisodeFilter())
    (file,) = target.rglob("interactions.json")
    log = json.loads(file.read_text("utf-8"))
    scores = json.loads(file.with_name("scores.json").read_text("utf-8"))
    return {
        "place": file.relative_to(target).as_posix(),
        "turns": [
            [(event["from"], event["to"], event["action"]) for event in turn]
            for turn in log["turns"]
        ],
        "players": log["players"],
        "scores": (scores["episode scores"], scores["turn scores"]),
        "instance": json.loads(file.with_name("instance.json").read_text("utf-8")),
    }


def test_episode_survives_export_and_import(tmp_path: Path) -> None:
    database, again = tmp_path / "records.db", tmp_path / "again.db"
    with open_records(database) as made:
        made.play(
            made.instance("taboo", "high", 0),
            SAID,
            who={"Player 1": ("human", "anna"), "Player 2": ("model", "gpt-4o")},
        )
    first = exported(database, tmp_path / "one")
    called = call("import", "clembench", str(tmp_path / "one"), "--db", str(again))
    assert called.code == 0, called.err
    second = exported(again, tmp_path / "two")
    assert second == first
    assert first["place"] == "anna--gpt-4o/taboo/high/instance_00000/interactions.json"


def test_a_tree_is_the_same_after_it_was_imported(tmp_path: Path) -> None:
    """Also the times at which a model was asked, long before the call that it answered."""
    database, again = tmp_path / "records.db", tmp_path / "again.db"
    with open_records(database) as made:
        instance = made.instance("taboo", "high", 0)
        who: dict[str, Who] = dict.fromkeys(SAID, ("model", "gpt-4o"))
        made.play(instance, SAID, who=who, answered="gpt-4o-may")
    trees = []
    for path in (database, again):
        folder = tmp_path / f"tree of {path.stem}"
        export_clembench(path, open_catalogue(), folder, EpisodeFilter())
        trees.append({f.relative_to(folder): f.read_text("utf-8") for f in folder.rglob("*.json")})
        if path == database:
            assert call("import", "clembench", str(folder), "--db", str(again)).code == 0
    assert trees[0] == trees[1]
    times = [[r.asked_at for r in stored_in(path).requests] for path in (database, again)]
    assert times[0] == times[1]


def stored_in(database: Path) -> StoredEpisode:
    """Return the only episode of a database."""
    with Reader(database) as reader:
        (id,) = reader.episode_ids()
        return reader.load(id)


@pytest.mark.parametrize("game", ["taboo", "imagegame", "referencegame", "wordle"])
def test_paraphrases_keep_their_language(game: str, home: Path, tmp_path: Path) -> None:
    """They are the controls of the comparison of languages, and no episodes in English."""
    again, languages = str(tmp_path / "again.db"), ["de", "en", "en-x-para1"]
    run = ("run", game, "--players", "scripted", "--limit", "1", "--lang", ",".join(languages))
    assert call(*run).code == 0
    assert call("export", "clembench", str(tmp_path / "tree")).code == 0
    assert call("import", "clembench", str(tmp_path / "tree"), "--db", again).code == 0
    for database in (home / "data" / "clemtui.db", Path(again)):
        with Reader(database) as reader:
            found = {each.language for each in reader.episodes(EpisodeFilter())}
        assert sorted(found) == languages


def whole_game(instance: Instance) -> Mapping[str, list[str]]:
    """Return the responses that solve the game in the second round, an unknown word first."""
    texts = open_catalogue().texts(instance, None)
    explanation, guess = texts.tag("explanation"), texts.tag("guess")
    target = str(instance.data["target_word"])
    other = next(word for word in instance.lists["words"].words if not set(word) & set(target))
    rounds = [other, target]
    critic = []
    if instance.game == "wordle_withcritic":
        rounds = [target, other, target, target]
        words, tag = texts.options["agreement"], texts.tag("agreement")
        critic = [f"{explanation} because\n{tag} {word}" for word in reversed(words)]
    guessed = [f"{explanation} because\n{guess} {word}" for word in ("zzzzz", *rounds)]
    return {"Player 1": guessed, "Player 2": critic}


@pytest.mark.parametrize("game", ["wordle", "wordle_withclue", "wordle_withcritic"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("generated", [False, True])
def test_exported_wordle_episode_is_rescored(
    tmp_path: Path, game: str, language: str, generated: bool
) -> None:
    """The files contain everything the rules need, including the accepted words."""
    database, again = tmp_path / "records.db", tmp_path / "again.db"
    with open_records(database) as made:
        instance = made.instance(game, "medium", 3, language)
        if generated:
            instance = open_catalogue().game(game).generate(language, 5)
        made.play(instance, whole_game(instance))
    first = exported(database, tmp_path / "one")
    called = call("import", "clembench", str(tmp_path / "one"), "--db", str(again))
    assert called.code == 0, called.err
    with Reader(again) as reader:
        (summary,) = reader.episodes()
        stored = reader.load(summary.id)
    assert "not re-scored" not in summary.tags
    assert stored.instance.hash == instance.hash
    assert summary.scores is not None
    assert summary.scores.main_score == (100 if game == "wordle" else 50)
    second = exported(again, tmp_path / "two")
    assert second["turns"] == first["turns"]
    assert second["scores"] == first["scores"]


def edited(database: Path, tree: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """Export the only episode, change its log, and import it into another database."""
    export_clembench(database, open_catalogue(), tree, EpisodeFilter())
    (file,) = tree.rglob("interactions.json")
    log = json.loads(file.read_text("utf-8"))
    change(log)
    file.write_text(json.dumps(log), "utf-8")
    again = database.with_name("again.db")
    called = call("import", "clembench", str(tree), "--db", str(again))
    assert called.code == 0, called.err
    return again


def only(database: Path) -> StoredEpisode:
    with Reader(database) as reader:
        (summary,) = reader.episodes()
        return reader.load(summary.id)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Return a database with an episode that someone gave up, in German."""
    database = tmp_path / "records.db"
    with open_records(database) as made:
        made.play(
            made.instance("imagegame", "compact_grids", 3, "de"),
            {},
            language="de",
            who={"Player 1": ("model", "openai/lab_2")},
            gives_up="Player 1",
            tags={"wave": "1"},
            settings={"temperature": 0.5, "seed": 7},
        )
    return database


def test_trees_of_older_versions_have_the_bundled_instance(played: Path, tmp_path: Path) -> None:
    """They name its hash only, and how but not by whom the episode was ended."""

    def change(log: dict[str, Any]) -> None:
        del log["meta"]["clemtui"]["instance"]
        log["meta"]["clemtui"]["ended_by"] = "gave up"

    one, other = only(played), only(edited(played, tmp_path / "tree", change))
    assert "not re-scored" not in other.summary.tags
    assert other.instance == one.instance
    assert [each.entry for each in other.entries] == [Control("gave up")]


def test_what_is_not_rescored_keeps_its_task(played: Path, tmp_path: Path) -> None:
    def change(log: dict[str, Any]) -> None:
        log["turns"][0][0]["action"]["content"] = "the prompt of a pack that is not here"

    one, other = only(played), only(edited(played, tmp_path / "tree", change))
    assert "not re-scored" in other.summary.tags
    assert (other.summary.task_key, other.summary.tags["wave"]) == (one.summary.task_key, ("1",))
    assert (other.instance, other.summary.origin) == (one.instance, "bundled")
    (seat, _) = other.summary.seats
    assert (seat.player, seat.parameters) == ("openai/lab_2", {"temperature": 0.5, "seed": 7})
    assert other.summary.scores == one.summary.scores


def test_an_older_version_of_the_rules_stays_the_one_that_scored(
    played: Path, tmp_path: Path
) -> None:
    def change(log: dict[str, Any]) -> None:
        ours = log["meta"]["clemtui"]
        ours |= {"game_version": "0", "rules_hash": "0" * 64, "scorer": "imagegame:0"}
        ours["scorer_rules_hash"] = "0" * 64

    other = only(edited(played, tmp_path / "tree", change))
    assert (other.summary.game_version, other.rules_hash) == ("0", "0" * 64)
    assert [each.scorer for each in other.scores] == ["imagegame:0", "imagegame:1"]
    assert other.scores[0].rules_hash == "0" * 64


def test_an_edited_instance_is_not_taken_for_the_recorded_one(played: Path, tmp_path: Path) -> None:
    def change(log: dict[str, Any]) -> None:
        log["meta"]["clemtui"]["instance"]["data"]["target_grid"] = "▢"

    other = only(edited(played, tmp_path / "tree", change))
    assert "not re-scored" in other.summary.tags
    assert other.instance.data.get("target_grid") is None


@pytest.mark.parametrize("language", ["zh", "ja", "de"])
def test_exported_patterns_accept_what_our_rules_accepted(language: str) -> None:
    """The reference compares without folding the width of characters."""
    catalogue = open_catalogue()
    instance = catalogue.experiments("referencegame", language)[0].instances[0]
    texts = catalogue.texts(instance, language)
    files = catalogue.game("referencegame").reference_files(instance, texts)
    for number, name in ((1, "expression"), (2, "answer")):
        pattern = files.instance[f"player_{number}_response_pattern"]
        for tag in (texts.tag(name), texts.tag(name).replace("：", ":")):
            assert re.match(pattern, f"{tag} 1"), (pattern, tag)


def deep(levels: int) -> Any:
    found: Any = {}
    for _ in range(levels):
        found = {"a": found}
    return found


MOMENT = "2026-03-01T12:00:00.000000"
EXPOSURE = {
    "id": "01a20f17-6fca-73df-ae7b-d5d2d0dbb20c", "seat": "Player 1", "kind": "watched",
    "task_key": "t", "exposure_key": "t", "instance_hash": "0" * 64, "episode": None, "at": MOMENT,
}  # fmt: skip
DECISION = {
    "id": "01a20f17-6fca-73df-ae7b-d5d2d0dbb20d", "key": "wave", "value": "2",
    "decision": "added", "author": "Ada", "reason": "", "at": MOMENT,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"condition": {"interface": "spoken"}}, "condition.interface"),
        ({"answering_models": "lab/x"}, "answering_models"),
        ({"answering_models": {"lab/x": []}}, "answering_models.lab/x"),
        ({"decisions": 3}, "ignored, as it is not a list: decisions"),
        ({"decisions": [None]}, "decisions.0"),
        ({"decisions": [{**DECISION, "decision": "perhaps"}]}, "decisions.0.decision"),
        ({"decisions": [{**DECISION, "key": ""}]}, "decisions.0.key"),
        ({"decisions": [{**DECISION, "value": "a\0b"}]}, "decisions.0.value"),
        ({"decisions": [{**DECISION, "id": "1"}]}, "decisions.0.id"),
        ({"decisions": [{**DECISION, "at": "yesterday"}]}, "decisions.0.at"),
        ({"met": {"seat": 1}}, "ignored, as it is not a list: met"),
        ({"met": [{**EXPOSURE, "kind": "heard of"}]}, "met.0.kind"),
        ({"met": [{**EXPOSURE, "instance_hash": "x"}]}, "met.0.instance_hash"),
        ({"met": [{**EXPOSURE, "episode": "../x"}]}, "met.0.episode"),
        ({"met": [{**EXPOSURE, "at": 1e400}]}, "met.0.at"),
        ({"ended_by": {"kind": "gave up", "timing": {"pauses": 1}}}, "ended_by.timing.pauses"),
        ({"ended_by": {"kind": "gave up", "timing": {"pauses": [], "submitted_ms": -1}}},
         "ended_by.timing.submitted_ms"),
        ({"ended_by": {"kind": "gave up", "timing": {"pauses": [{"start_ms": 2, "end_ms": 1}]}}},
         "a pause ends before it starts"),
        ({"ended_by": {"kind": "gave up", "timing": {"pauses": [], "values": deep(30)}}},
         "is nested too deeply"),
        ({"ended_by": {"kind": "gave up", "unanswered": [{"seat": "Player 1", "attempts": [{}]}]}},
         "unanswered.0.attempts.0.number"),
    ],
)  # fmt: skip
def test_a_part_that_is_not_valid_is_ignored_and_named(
    played: Path, tmp_path: Path, change: Mapping[str, Any], said: str
) -> None:
    export_clembench(played, open_catalogue(), tmp_path / "tree", EpisodeFilter())
    (file,) = (tmp_path / "tree").rglob("interactions.json")
    log = json.loads(file.read_text("utf-8"))
    log["meta"]["clemtui"] |= change
    file.write_text(json.dumps(log), "utf-8")
    imported = import_results(tmp_path / "again.db", open_catalogue(), tmp_path / "tree")
    (note,) = imported.episodes[0].notes
    assert said in note
    assert "\n" not in note
    assert imported.episodes[0].status == "new"


@pytest.mark.parametrize("levels", [300, 900])
def test_what_is_nested_too_deeply_does_not_end_an_import(
    played: Path, tmp_path: Path, levels: int
) -> None:
    export_clembench(played, open_catalogue(), tmp_path / "tree", EpisodeFilter())
    (file,) = (tmp_path / "tree").rglob("interactions.json")
    beside = tmp_path / "tree" / "other" / "instance_00001"
    shutil.copytree(file.parent, beside)
    log = json.loads(file.read_text("utf-8"))
    log["player_models"]["0"]["model_spec"]["clemtui"]["parameters"] = deep(levels)
    log["meta"]["clemtui"]["episode"] = "01a20f17-6fca-73df-ae7b-d5d2d0dbb20c"
    file.write_text(json.dumps(log), "utf-8")
    found = import_results(tmp_path / "again.db", open_catalogue(), tmp_path / "tree").episodes
    assert {each.path: each.status for each in found}["other/instance_00001"] == "new"


def test_what_is_recorded_here_stays_whatever_a_tree_says_of_it(
    played: Path, tmp_path: Path
) -> None:
    """Neither a decision nor an exposure, nor whether an instance is known, can be overwritten."""
    database = tmp_path / "again.db"
    with open_records(database) as made:
        here = made.play(
            made.instance("taboo", "high", 0), SAID, who={"Player 1": ("human", "anna")}
        )
    with closing(Writer(database)) as writer, Reader(database) as reader:
        writer.tag([here], TagDecision("wave", "1", "Ada"))
        (decision,) = reader.tag_decisions(here)
        person = reader.people()[0].id
        writer.exposure(person, "t", "0" * 64, "watched")
        before = reader.exposures(person)

    def change(log: dict[str, Any]) -> None:
        ours = log["meta"]["clemtui"]
        ours["decisions"] = [{**DECISION, "id": decision.id, "value": "3"}]
        spec = log["player_models"]["0"]["model_spec"]["clemtui"]
        spec |= {"kind": "human", "person": person, "player": "someone else"}
        instance_hash = before[0].instance_hash
        ours["met"] = [{**EXPOSURE, "id": before[0].id, "instance_hash": instance_hash}]

    edited(played, tmp_path / "tree", change)
    with Reader(database) as reader:
        assert reader.tag_decisions(here) == (decision,)
        assert reader.exposures(person)[: len(before)] == before
        assert [each.pseudonym for each in reader.people()] == ["anna"]


@pytest.mark.parametrize("by", ["seat", "id"])
def test_no_import_brings_back_the_name_of_a_deleted_author(tmp_path: Path, by: str) -> None:
    """Trees of older versions say who an author is only if the author has a seat."""
    database, again, tree = tmp_path / "records.db", tmp_path / "again.db", tmp_path / "tree"
    with open_records(database) as made:
        instance = made.instance("taboo", "high", 0)
        made.play(instance, SAID, who={"Player 1": ("human", "anna")})
    export_clembench(database, open_catalogue(), tree, EpisodeFilter())
    import_results(again, open_catalogue(), tree)
    with closing(Writer(again)) as writer, Reader(again) as reader:
        (anna,) = reader.people()
        writer.delete_person(anna.id)
    with open_records(database) as made:
        instance = made.instance("taboo", "high", 1)
        later = made.play(instance, SAID, gives_up="Player 1")
    with closing(Writer(database)) as writer:
        writer.tag([later], TagDecision("wave", "2", "Anna"))

    shutil.rmtree(tree)
    where = EpisodeFilter(tag=("wave", "2")) if by == "id" else EpisodeFilter()
    export_clembench(database, open_catalogue(), tree, where)
    for file in tree.rglob("interactions.json") if by == "seat" else ():
        log = json.loads(file.read_text("utf-8"))
        for decision in log["meta"]["clemtui"]["decisions"]:
            del decision["person"]
        file.write_text(json.dumps(log), "utf-8")
    import_results(again, open_catalogue(), tree)
    with Reader(again) as reader:
        (decision,) = (each for each in reader.tag_decisions(later) if each.key == "wave")
    assert decision.author.startswith("forgotten ")
    assert b"anna" not in again.read_bytes().lower()


def test_an_episode_without_an_answer_counts_with_the_same_model_after_an_import(
    tmp_path: Path,
) -> None:
    """A provider has renamed its model; an episode ended before that model was asked. Its session
    tells which of the two it was, and no tree has sessions."""
    database, again = tmp_path / "records.db", tmp_path / "again.db"
    who: dict[str, Who] = {"Player 1": ("model", "lab/x"), "Player 2": ("model", "lab/y")}
    with open_records(database) as made:
        for answered in ("model-a", "model-b"):
            made.session = made.writer.open_session(SessionStart("run", "0.1"))
            for game_id, said in ((0, SAID), (1, {"Player 1": ["no clue"]})):
                made.play(made.instance("taboo", "high", game_id), said, who=who, answered=answered)
    export_clembench(database, open_catalogue(), tmp_path / "tree", EpisodeFilter())
    import_results(again, open_catalogue(), tmp_path / "tree")
    recorded, imported = (make_report(path, EpisodeFilter()) for path in (database, again))
    assert [cell.measures.episodes for cell in recorded.cells] == [2, 2]
    assert recorded.cells == imported.cells
    export_clembench(again, open_catalogue(), tmp_path / "second", EpisodeFilter())
    trees = [
        {file.relative_to(tree).as_posix() for file in tree.rglob("interactions.json")}
        for tree in (tmp_path / "tree", tmp_path / "second")
    ]
    assert trees[0] == trees[1]


def texts_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where a JSON value has texts."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts_in(each, (*path, key))


def altered(value: Any, path: Sequence[Any], text: str) -> Any:
    """Return a JSON value with a text appended at a place."""
    changed = json.loads(json.dumps(value))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] += text
    return changed


def test_no_text_of_a_tree_stops_an_import(tmp_path: Path) -> None:
    """JSON can carry half of a surrogate pair, in any of its texts; a database cannot."""
    database, tree, odd = tmp_path / "records.db", tmp_path / "tree", tmp_path / "odd"
    with open_records(database) as made:
        who: dict[str, Who] = {"Player 1": ("human", "anna"), "Player 2": ("model", "gpt-4o")}
        instance = made.instance("taboo", "high", 0)
        said = {"Player 1": SAID["Player 1"][:1], "Player 2": ["book"]}  # without its tag
        made.play(instance, said, who=who, answered="gpt-4o-may", tags={"study": "one"})
    export_clembench(database, open_catalogue(), tree, EpisodeFilter())
    (folder,) = (each.parent for each in tree.rglob("interactions.json"))
    count = 0
    for file in tree.rglob("*.json"):
        whole = json.loads(file.read_text("utf-8"))
        for path in texts_in(whole):
            copy = odd / f"{count:04d}" / folder.relative_to(tree)
            shutil.copytree(tree, odd / f"{count:04d}")
            log = json.loads((copy / "interactions.json").read_text("utf-8"))
            log["meta"]["clemtui"]["episode"] = f"01a21922-1020-7117-a632-{count:012x}"
            (copy / "interactions.json").write_text(json.dumps(log), "utf-8")
            target = odd / f"{count:04d}" / file.relative_to(tree)
            content = log if target.name == "interactions.json" else whole
            target.write_text(json.dumps(altered(content, path, "\ud800")), "utf-8")
            count += 1
    again = tmp_path / "again.db"
    found = import_results(again, open_catalogue(), odd)
    assert len(found.episodes) == count > 50
    assert all(each.problem for each in found.episodes if each.status == "unreadable")
    with Reader(again) as reader:
        for id in reader.episode_ids():
            reader.load(id)
    export_clembench(again, open_catalogue(), tmp_path / "exported", EpisodeFilter())
