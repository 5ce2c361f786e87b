"""The files of an episode: the reference's fields, and exactly what its scorers read."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Scores
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.records.rows import EpisodeFilter
from tests.exchange.records import open_records

SAID = {
    "Player 1": ["CLUE: a feeling of being scared", "CLUE: what a coward feels"],
    "Player 2": ["GUESS: courage", "GUESS: book"],
}


def export(database: Path, target: Path, **options: Any) -> Path:
    """Export everything that counts; return the tree."""
    export_clembench(database, open_catalogue(), target, EpisodeFilter(), **options)
    return target


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.fixture
def episode(tmp_path: Path) -> Path:
    """Return the folder of a taboo episode: anna describes, a model guesses, in two rounds."""
    database = tmp_path / "records.db"
    with open_records(database) as made:
        made.play(
            made.instance("taboo", "high", 0),
            SAID,
            who={"Player 1": ("human", "anna"), "Player 2": ("model", "openai/gpt-4o")},
            settings={"temperature": 0.0, "max_tokens": 300, "api_base": "http://localhost:1"},
        )
    return export(database, tmp_path / "results") / "anna--openai_gpt-4o/taboo/high/instance_00000"


def test_the_tree_has_the_files_of_the_reference(episode: Path) -> None:
    assert sorted(path.name for path in episode.iterdir()) == [
        "completed.json",
        "instance.json",
        "interactions.json",
        "player_1.requests.json",
        "player_2.requests.json",
        "scores.json",
    ]
    assert [path.name for path in episode.parent.iterdir() if path.is_file()] == ["experiment.json"]
    assert [path.name for path in episode.parents[2].iterdir() if path.is_file()] == ["run.json"]


def test_the_log_is_split_by_round_and_says_who_said_what_to_whom(episode: Path) -> None:
    log = read(episode / "interactions.json")
    kinds = [[event["action"]["type"] for event in turn] for turn in log["turns"]]
    message = ["send message", "get message", "valid response"]
    assert kinds == [
        [*message, "valid clue", *message, "valid guess"],
        [*message, "valid clue", *message, "valid guess", "correct guess"],
    ]
    sent, got, judged = log["turns"][1][:3]
    assert (sent["from"], sent["to"]) == ("GM", "Player 1")
    assert sent["action"] == {
        "type": "send message",
        "content": "GUESS: courage",
        "label": "context",
    }
    assert (got["from"], got["to"]) == ("Player 1", "GM")
    assert got["action"]["content"] == "CLUE: what a coward feels"
    assert got["action"]["label"] == "response"
    assert (judged["from"], judged["to"]) == ("GM", "GM")
    assert judged["action"] == {"type": "valid response", "content": "continue"}
    assert log["meta"]["round_count"] == 2
    assert log["meta"]["completed"] is True


def test_times_are_recorded_and_monotonic(episode: Path) -> None:
    turns = read(episode / "interactions.json")["turns"]
    times = [event["timestamp"] for turn in turns for event in turn]
    assert times == sorted(times)
    assert times[0].startswith("2026-03-01T12:00:")
    assert all(len(time) == len("2026-03-01T12:00:00.000000") for time in times)
    sent, got = turns[0][:2]
    assert sent["timestamp"] < got["timestamp"]  # when it was asked, not when it was answered


def test_people_are_players_with_pseudonym_seat_and_condition(episode: Path) -> None:
    log = read(episode / "interactions.json")
    assert log["players"] == {
        "GM": {"game_role": "Game Master", "model_name": "programmatic"},
        "Player 1": {"game_role": "WordDescriber", "model_name": "anna"},
        "Player 2": {"game_role": "WordGuesser", "model_name": "openai_gpt-4o"},
    }
    anna, gpt = log["player_models"]["0"], log["player_models"]["1"]
    told = anna["model_spec"]["clemtui"]
    assert (anna["model_spec"]["model_name"], anna["gen_args"]) == ("anna", {})
    assert {key: told[key] for key in ("player", "kind", "seat", "role")} == {
        "player": "anna",
        "kind": "human",
        "seat": "Player 1",
        "role": "WordDescriber",
    }
    assert told["condition"]["interface"] == "assisted"
    assert gpt["gen_args"] == {"temperature": 0.0, "max_tokens": 300}
    assert gpt["model_spec"]["clemtui"]["player"] == "openai/gpt-4o"
    assert gpt["model_spec"]["clemtui"]["parameters"] == {"api_base": "http://localhost:1"}


def test_scores_are_those_on_record(episode: Path) -> None:
    scores = read(episode / "scores.json")
    assert list(scores) == ["meta", "players", "turn scores", "episode scores", "player_models"]
    assert scores["episode scores"]["Main Score"] == 50.0
    assert scores["episode scores"]["Aborted"] == 0
    assert [turn["Accuracy"] for turn in scores["turn scores"].values()] == [0, 1]
    assert scores["meta"]["clemtui"]["scorer"] == f"taboo:{version('taboo')}"


def version(game: str) -> str:
    return open_catalogue().card(game).version


def test_calls_have_the_whole_prompt_and_the_answer(episode: Path) -> None:
    requests = read(episode / "player_2.requests.json")
    assert requests["meta"] == {
        "game_name": "taboo",
        "experiment_name": "high",
        "game_id": 0,
        "player_name": "Player 2",
        "game_role": "WordGuesser",
        "model_name": "openai_gpt-4o",
        "round_count": 2,
        "completed": True,
    }
    first, second = requests["calls"]
    assert (first["round"], second["round"]) == (0, 1)
    prompt = second["call"]["manipulated_prompt_obj"]
    assert [message["role"] for message in prompt] == ["user", "assistant", "user"]
    assert prompt[1]["content"] == "GUESS: courage"
    player = second["call"]["raw_response_obj"]["clem_player"]
    assert (player["response"], player["model_name"]) == ("GUESS: book", "openai_gpt-4o")
    assert player["call_duration"] == "0:00:02"


def test_an_experiment_and_a_run_are_written_once(episode: Path) -> None:
    experiment = read(episode.parent / "experiment.json")
    assert (experiment["name"], experiment["game_name"]) == ("high", "taboo")
    assert experiment["max_turns"] == 3
    assert "game_instances" not in experiment
    run = read(episode.parents[2] / "run.json")
    assert run["games"]["taboo"]["num_instances"] == 1
    assert run["games"]["taboo"]["game_path"] == "games/taboo"
    assert run["created"] == experiment["timestamp"]


def test_missing_score_is_nan(tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        made.play(made.instance("taboo", "high", 0), {"Player 1": ["no tag"]})
    tree = export(database, tmp_path / "results")
    (file,) = tree.rglob("scores.json")
    assert '"Main Score": NaN' in file.read_text("utf-8")
    assert math.isnan(read(file)["episode scores"]["Main Score"])


def test_flags_and_main_score_are_always_written(tmp_path: Path) -> None:
    """`clem eval` uses them for the share of played episodes."""
    database = tmp_path / "records.db"
    with open_records(database) as made:
        episode = made.play(made.instance("taboo", "high", 0), {"Player 1": ["no tag"]})
        made.writer.add_scores(episode, "other:1", Scores(1, 0, None, {"Points": 3}))
    (file,) = export(database, tmp_path / "results", scorers=["other"]).rglob("scores.json")
    found = read(file)["episode scores"]
    assert list(found) == ["Points", "Aborted", "Success", "Lose", "Main Score"]
    assert (found["Points"], found["Aborted"], found["Success"]) == (3, 1, 0)
    assert math.isnan(found["Lose"])
    assert math.isnan(found["Main Score"])


def test_control_is_exported_as_abort(tmp_path: Path) -> None:
    """They recognise it only by this event, or by a key that the rules set."""
    database = tmp_path / "records.db"
    with open_records(database) as made:
        said = {"Player 1": ["CLUE: scary"]}
        made.play(made.instance("taboo", "high", 0), said, gives_up="Player 2")
    (file,) = export(database, tmp_path / "results").rglob("interactions.json")
    log = read(file)
    assert log["turns"][-1][-1]["action"] == {"type": "invalid format", "content": "gave up"}
    ended_by = log["meta"]["clemtui"]["ended_by"]
    assert {**ended_by, "at": ""} == {"kind": "gave up", "seat": "Player 2", "reason": "", "at": ""}
    assert read(file.with_name("scores.json"))["episode scores"]["Aborted"] == 1


def test_interaction_keys_are_exported(tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        made.play(made.instance("wordle", "high", 1), {"Player 1": ["no tag"]})
    (file,) = export(database, tmp_path / "results").rglob("interactions.json")
    log = read(file)
    assert (log["Aborted"], log["Lose"], log["Success"]) == (1, 0, 0)
    assert (log["Request Count"], log["Guesser Guesses"]) == (1, [])


def test_unencodable_characters_are_replaced(tmp_path: Path) -> None:
    """The reference cannot write it either; the record keeps it."""
    database = tmp_path / "records.db"
    with open_records(database) as made:
        made.play(made.instance("taboo", "high", 0), {"Player 1": ["odd \ud800 text"]})
    (file,) = export(database, tmp_path / "results").rglob("interactions.json")
    assert "odd \ufffd text" in file.read_text("utf-8")


def test_run_arguments_are_not_exported(tmp_path: Path) -> None:
    """It may contain paths of this machine; other tags are exported."""
    database = tmp_path / "records.db"
    with open_records(database) as made:
        tags = {"run-arguments": '{"instances":"/somewhere/private"}', "wave": "2"}
        made.play(made.instance("taboo", "high", 0), {"Player 1": ["no tag"]}, tags=tags)
    tree = export(database, tmp_path / "results")
    (file,) = tree.rglob("interactions.json")
    assert read(file)["meta"]["clemtui"]["tags"] == {"wave": ["2"]}
    assert all("/somewhere/private" not in each.read_text("utf-8") for each in tree.rglob("*.json"))


def test_the_same_records_give_the_same_bytes(tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        for game_id in (0, 1):
            made.play(made.instance("taboo", "high", game_id), SAID, gives_up="Player 1")
    trees = [export(database, tmp_path / name) for name in ("one", "two")]
    files = [
        {path.relative_to(tree): path.read_bytes() for path in tree.rglob("*.json")}
        for tree in trees
    ]
    assert files[0] == files[1]
    assert len(files[0]) > 10
