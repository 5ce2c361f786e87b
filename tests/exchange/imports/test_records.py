"""What an import writes into the records, and what it reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given

from clemtui.archive.episodes import list_episodes, load_episode
from clemtui.archive.review import review_all
from clemtui.catalogue import open_catalogue
from clemtui.config import Settings
from clemtui.engine import OBSERVER, REVEAL
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.service import PlayService
from clemtui.exchange.imports.importing import GameCounts, Imported, import_results
from clemtui.exchange.imports.results_tree import LOG
from clemtui.records.rows import EpisodeFilter, StoredEpisode
from clemtui.store.read.reader import Reader
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.exchange.imports.test_reading import JSON, PLACES, calls
from tests.exchange.reference_trees import (
    ABORTED,
    INSTANCES,
    WON,
    WON_SCORES,
    instance_file,
    message,
    response,
    with_scores,
    write,
    write_line_1,
    write_line_2,
    write_line_3,
)
from tests.support.examples import examples

CATALOGUE = open_catalogue()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "records" / "clemtui.db"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    return folder


def imported(database: Path, root: Path, **given: Any) -> Imported:
    return import_results(database, CATALOGUE, root, **given)


def records(database: Path) -> Sequence[StoredEpisode]:
    found = list_episodes(database, EpisodeFilter())
    return [load_episode(database, each.id) for each in found]


def only(database: Path) -> StoredEpisode:
    (episode,) = records(database)
    return episode


def scores(episode: StoredEpisode) -> dict[str, Any]:
    return {each.scorer: each.scores.main_score for each in episode.scores}


def test_an_episode_that_replays_is_one_of_ours(database: Path, root: Path) -> None:
    """Our rules' requests, our scores as its own, and the original ones as another scorer's."""
    write_line_3(root, scores=with_scores(WON_SCORES, Main_Score=100))
    (told,) = imported(database, root).episodes
    episode = only(database)
    assert told.id == episode.summary.id
    version = CATALOGUE.card("taboo").version
    assert episode.summary.game_version == version
    assert scores(episode) == {f"taboo:{version}": 50, "taboo:clemcore-3.7.2": 100}
    assert episode.summary.scores is not None
    assert episode.summary.scores.main_score == 50
    assert (episode.state, episode.summary.time_known) == ("finished", False)
    assert f"{episode.summary.created_at:%Y-%m-%d %H:%M}" == "2025-03-01 10:00"
    assert [e.entry.text for e in episode.entries] == [  # type: ignore[union-attr]
        text for events in WON for *_, kind, text in events if kind == "get message"
    ]
    assert [(s.seat, s.role, s.kind, s.player) for s in episode.summary.seats] == [
        ("Player 1", "WordDescriber", "model", "one-7b"),
        ("Player 2", "WordGuesser", "model", "two-70b"),
    ]
    assert episode.summary.seats[0].parameters["gen_args"]["temperature"] == 0.5
    assert episode.environment["import"]["path"] == told.path
    assert episode.summary.tags == {"imported": ("clemcore-3.7.2",)}


def test_the_times_of_the_log_are_kept(database: Path, root: Path) -> None:
    write_line_3(root)
    imported(database, root)
    episode = only(database)
    assert [f"{each.at:%S}" for each in episode.entries] == ["01", "04", "06", "08"]
    assert [f"{each.asked_at:%S}" for each in episode.requests] == ["00", "03", "05", "07"]
    assert f"{episode.ended_at:%Y-%m-%d}" == "2025-03-01"
    assert episode.ended_at is not None
    assert all(each.computed_at > episode.ended_at for each in episode.scores), "made now"


def test_a_measured_call_becomes_an_attempt(database: Path, root: Path) -> None:
    folder = write_line_3(root, ABORTED, game_id=5, instance=INSTANCES[1], scores=None)
    write(folder / "player_1.requests.json", calls(([ABORTED[0][0][3]], "It burns.")))
    imported(database, root)
    (attempt,) = only(database).attempts
    assert (attempt.outcome, attempt.text, attempt.duration_ms) == ("done", "It burns.", 750)


def test_episode_with_different_messages_is_stored_as_logged(database: Path, root: Path) -> None:
    """An episode of the version that created it: its messages and scores are its own, and our
    scores are those of another scorer."""
    first = (message("Player 1", WON[0][0][3] + "\n"), *WON[0][1:])
    write_line_3(root, (first, *WON[1:]))
    (told,) = imported(database, root).episodes
    assert told.problem is None
    episode = only(database)
    assert episode.summary.game_version == "clemcore-3.7.2"
    assert episode.requests[0].request.messages[0].text.endswith("flow\n")
    version = CATALOGUE.card("taboo").version
    assert scores(episode) == {"taboo:clemcore-3.7.2": 50, f"taboo:{version}": 50}


@pytest.mark.parametrize("line", [write_line_1, write_line_2, write_line_3])
def test_episode_without_instance_is_stored_as_logged(
    database: Path, root: Path, line: Any
) -> None:
    folder = line(root)
    (folder / "instance.json").unlink(missing_ok=True)
    (told,) = imported(database, root).episodes
    assert told.problem == "its instance is not in the tree"
    episode = only(database)
    assert len(episode.entries) == 4
    (scored,) = episode.scores
    assert scored.scores.main_score == 50
    assert scored.scorer == f"taboo:{episode.summary.game_version}"
    assert episode.summary.game_version.startswith("clem")
    assert episode.summary.tags["not re-scored"] == (told.problem,)


def test_unknown_tasks_are_distinguished_by_name(database: Path, root: Path) -> None:
    """Two players of one task share it; another number or opening is another task."""
    for names, number in ((("a", "b"), 4), (("c", "d"), 4), (("a", "b"), 5)):
        write_line_3(root, names=names, game_id=number, instance=None, experiment=None)
    imported(database, root)
    tasks = [episode.summary.task_key for episode in records(database)]
    assert len(tasks) == 3
    assert len(set(tasks)) == 2


def test_unknown_game_is_stored_with_its_instance(database: Path, root: Path) -> None:
    write_line_3(root, game="codenames")
    (told,) = imported(database, root).episodes
    assert told.problem == "game 'codenames' is not installed"
    episode = only(database)
    assert (episode.summary.game, episode.summary.family) == ("codenames", "codenames")
    assert episode.instance.original is not None
    assert episode.instance.original.instance == INSTANCES[0]
    assert json.loads(episode.instance.original.experiment)["max_turns"] == 3


def test_people_and_programs(database: Path, root: Path) -> None:
    write_line_3(root, names=("human", "mock"))
    imported(database, root)
    episode = only(database)
    assert [(s.kind, s.player) for s in episode.summary.seats] == [
        ("human", "human"),
        ("scripted", "reference mock"),
    ]
    (name,) = episode.summary.people
    assert name.startswith("unnamed (")
    assert episode.environment["import"]["path"] is None, "it may have a name in it"
    person = episode.summary.seats[0].person
    assert person is not None
    with Reader(database) as reader:
        (met,) = reader.exposures(person, episode.summary.task_key)
    assert (met.kind, met.episode) == ("played", episode.summary.id)


def exported(folder: Path, person: str, **ours: Any) -> None:
    """Turn the episode into one of a tree exported by this program."""
    log = json.loads((folder / LOG).read_text("utf-8"))
    told = {"kind": "human", "player": person, "seat": "Player 1"}
    log["player_models"]["0"]["model_spec"]["clemtui"] = told
    log["meta"]["clemtui"] = {"episode": str(uuid4()), **ours}
    write(folder / LOG, log)


def test_people_of_an_exported_tree_keep_their_pseudonyms(database: Path, root: Path) -> None:
    """So does the condition they played under."""
    condition = {
        "interface": "assisted",
        "aids": ["rule_warning"],
        "prompt_language": "en",
        "interface_language": "de",
    }
    exported(write_line_3(root), "ada", condition=condition)
    imported(database, root)
    episode = only(database)
    assert episode.summary.people == ("ada",)
    assert episode.summary.seats[0].kind == "human"
    assert episode.summary.interface == "assisted"
    assert episode.condition["aids"] == ["rule_warning"]


def test_people_without_a_name_are_one_person_only_within_an_import(
    database: Path, root: Path, tmp_path: Path
) -> None:
    """Whoever is called human elsewhere is someone else."""
    write_line_3(root, names=("human", "one-7b"))
    write_line_3(root, names=("human", "human"), game_id=5)
    write_line_3(tmp_path / "other", names=("human", "two-70b"))
    imported(database, root)
    imported(database, tmp_path / "other")
    people = [[seat.person for seat in each.summary.seats] for each in records(database)]
    found = {person for each in people for person in each if person is not None}
    assert len(found) == 2
    with Reader(database) as reader:
        assert len({person.pseudonym for person in reader.people()}) == 2


def test_a_name_in_a_tree_is_nobody_known_here(database: Path, root: Path) -> None:
    """Unless the tree has the person's id, as our exports have."""
    writer = Writer(database)
    here = writer.person("ada").id
    writer.close()
    exported(write_line_3(root, names=("ada", "b")), "ada")
    exported(write_line_3(root, names=("ada", "b"), game_id=5), "ada")
    imported(database, root)
    (one, other) = (each.summary for each in records(database))
    assert one.seats[0].person == other.seats[0].person != here
    assert one.people == other.people != ("ada",)
    assert one.people[0].startswith("ada (")


def test_our_own_export_is_recognised(database: Path, root: Path) -> None:
    write_line_3(root)
    (told,) = imported(database, root).episodes
    exported(write_line_3(root, names=("a", "b")), "ada", episode=told.id)
    assert imported(database, root).count("known") == 2


def test_crashed_episode_is_reported(database: Path, root: Path) -> None:
    write_line_3(root)
    (write_line_3(root, game_id=5) / LOG).unlink()
    told = imported(database, root)
    assert told.count("new") == 1
    assert told.problems == (
        "one-7b--two-70b/taboo/tiny_en/instance_00005: instance without "
        "interactions.json; the episode crashed",
    )


def test_importing_again_adds_nothing(database: Path, root: Path) -> None:
    write_line_3(root)
    write_line_2(root)
    first = imported(database, root)
    before = database.read_bytes()
    again = imported(database, root)
    assert (first.count("new"), again.count("new"), again.count("known")) == (2, 0, 2)
    assert again.counts == first.counts, "the agreement is told all the same"
    assert database.read_bytes() == before


def test_a_copy_of_the_tree_adds_nothing(database: Path, root: Path, tmp_path: Path) -> None:
    write_line_3(root)
    imported(database, root)
    write_line_3(tmp_path / "copy")
    assert imported(database, tmp_path / "copy").count("known") == 1


async def test_deleted_person_is_not_reimported(database: Path, root: Path) -> None:
    write_line_3(root, names=("human", "one-7b"))
    imported(database, root)
    recorder = await Recorder.open(database)
    person = only(database).summary.seats[0].person
    assert person is not None
    await recorder.do(Writer.delete_person, person)
    await recorder.close()
    assert imported(database, root).count("known") == 1
    assert len(records(database)) == 1


def test_a_dry_run_writes_nothing(database: Path, root: Path) -> None:
    write_line_3(root)
    told = imported(database, root, dry_run=True)
    assert told.count("new") == 1
    assert told.counts["taboo"].agree == 1
    assert not database.exists()


def test_bad_folder_does_not_stop_the_import(database: Path, root: Path) -> None:
    write_line_3(root)
    broken = write_line_2(root)
    (broken / LOG).write_text("{", "utf-8")
    strange = write_line_2(root, position=1, said={"\0": "Guesser, x", "Player 1": "Describer, x"})
    rounds = ((message("\0", "Hello?"), response("\0", "Yes.")),)
    write_line_2(root, rounds, position=2)
    tried = imported(database, root, dry_run=True)
    told = imported(database, root)
    assert tried.episodes == tuple(replace(each, id=None) for each in told.episodes)
    problems = {each.path: each.problem for each in told.episodes if each.status == "unreadable"}
    assert len(problems) == 2
    assert "is not JSON" in str(problems[broken.relative_to(root).as_posix()])
    assert any("cannot be stored" in str(problem) for problem in problems.values())
    assert told.count("new") == 2
    assert strange.relative_to(root).as_posix() not in problems
    assert len(records(database)) == 2


def test_the_counts_by_game(database: Path, root: Path) -> None:
    write_line_3(root)
    write_line_3(root, game_id=5, instance=INSTANCES[0], scores=with_scores(WON_SCORES, Lose=1))
    write_line_3(root, game="codenames")
    (write_line_2(root) / LOG).write_text("", "utf-8")
    assert imported(database, root).counts == {
        "codenames": GameCounts(episodes=1, not_rescored=1),
        "taboo": GameCounts(episodes=3, agree=1, disagree=1, unreadable=1),
    }


def test_nothing_readable_is_an_error(database: Path, root: Path) -> None:
    with pytest.raises(PlayError, match=r"no interactions\.json found"):
        imported(database, root)
    (write_line_2(root) / LOG).write_text("", "utf-8")
    with pytest.raises(PlayError, match="none of the 1 episodes in"):
        imported(database, root)
    assert not database.exists()


def test_invalid_file_or_checkout_is_an_error(database: Path, root: Path) -> None:
    write_line_3(root)
    with pytest.raises(UsageError, match=r"nowhere\.json"):
        imported(database, root, instances=[root / "nowhere.json"])
    with pytest.raises(UsageError, match="not a clembench checkout"):
        imported(database, root, clembench=root)


def test_unused_instance_file_is_reported(database: Path, root: Path, tmp_path: Path) -> None:
    write_line_3(root, game="codenames")
    file = instance_file(tmp_path)
    assert imported(database, root, instances=[file]).problems == (
        f"{file}: not usable by any game in these results",
    )


@examples(20)
@given(place=PLACES, value=JSON)
def test_any_log_is_stored_or_reported(
    tmp_path_factory: pytest.TempPathFactory, place: tuple[Any, ...], value: Any
) -> None:
    """A valid episode beside it is always imported; the odd one can be read if it was stored."""
    folder = tmp_path_factory.mktemp("tree")
    write_line_3(folder, names=("good", "good"))
    odd = write_line_3(folder)
    log = json.loads((odd / LOG).read_text("utf-8"))
    inner = log
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    write(odd / LOG, log)
    told = import_results(folder / "r.db", CATALOGUE, folder)
    assert all("\n" not in (each.problem or "") for each in told.episodes)
    assert len(records(folder / "r.db")) == told.count("new") >= 1


# Looking at what was imported


async def service(database: Path) -> PlayService:
    return PlayService(database=database, settings=Settings(), front="app")


async def test_review_has_boards_where_the_rules_say_the_same(database: Path, root: Path) -> None:
    write_line_3(root)
    (told,) = imported(database, root).episodes
    sitting = await service(database)
    review = await review_all(sitting, str(told.id))
    assert review.faithful
    assert review.length == 4
    assert review.at(4, REVEAL).view.blocks
    await sitting.close()


@pytest.mark.parametrize("game", ["taboo", "codenames"])
async def test_review_of_unknown_games_shows_evidence_only(
    database: Path, root: Path, game: str
) -> None:
    write_line_3(root, game=game, instance=None, experiment=None)
    (told,) = imported(database, root).episodes
    sitting = await service(database)
    review = await review_all(sitting, str(told.id))
    assert not review.faithful
    assert review.difference == f"imported from clemcore-3.7.2; not re-scored: {told.problem}"
    texts = [line.text for line in review.at(4, OBSERVER).lines]
    assert texts[:2] == [WON[0][0][3], "CLUE: it runs to the sea"]
    await sitting.close()


async def test_imported_episodes_cannot_be_resumed(database: Path, root: Path) -> None:
    folder = write_line_3(root)
    log = json.loads((folder / LOG).read_text("utf-8"))
    log["meta"]["completed"] = False
    write(folder / LOG, log)
    write_line_2(root)
    imported(database, root)
    sitting = await service(database)
    assert await sitting.unfinished() == ()
    assert {episode.state for episode in records(database)} == {"finished", "abandoned"}
    for episode in records(database):
        with pytest.raises(PlayError, match="cannot be resumed: it has already ended"):
            await sitting.resume(episode.summary.id)
    await sitting.close()


async def test_playing_again_needs_the_instance(database: Path, root: Path) -> None:
    write_line_3(root)
    write_line_2(root)
    with_it, without = imported(database, root).episodes
    sitting = await service(database)
    plan = await sitting.plan_same_task(str(with_it.id), partner="scripted", person="ada")
    assert plan.instance.data["target_word"] == "river"
    with pytest.raises(PlayError, match=r"imported from clembench-2\.0; not re-scored"):
        await sitting.plan_same_task(str(without.id), partner="scripted", person="ada")
    await sitting.close()


def test_imported_models_are_not_offered_as_partners(database: Path, root: Path) -> None:
    """It is not known how to reach them from here."""
    write_line_3(root)
    imported(database, root)
    with Reader(database) as reader:
        assert reader.recent_models(10) == ()
