"""Exported episodes contain what the reference itself recorded for the same responses.

The cases are those of the parity tests. `clem score` reads the event log, the keys beside it, and
the instance, so these are compared one by one. Without the shared folder the tests are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.catalogue.checkout import Checkout
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.records.rows import EpisodeFilter
from tests.exchange.records import open_records
from tests.parity.test_parity import GAMES, UNSCORED, cases, differences, expected

OF_FRAMEWORK = ("meta", "player_models", "players", "turns")


class Exported:
    """The files of an exported episode."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = self.read("interactions.json")
        self.scores = self.read("scores.json")

    def read(self, name: str) -> Any:
        return json.loads((self.folder / name).read_text("utf-8"))

    @property
    def experiment(self) -> Any:
        return json.loads((self.folder.parent / "experiment.json").read_text("utf-8"))


def instance_file(shared: Path, case: Mapping[str, Any]) -> Path:
    """Return the instance file of a case."""
    return Checkout.at(shared / "clembench").file(case["game"], case["instances"])


def export_cases(shared: Path, place: Path) -> Mapping[str, Exported]:
    """Record every case that the reference scores, export them all, and return them by name."""
    catalogue = open_catalogue()
    names: dict[str, str] = {}
    with open_records(place / "records.db") as made:
        for name, case in sorted(cases(shared).items()):
            if expected(shared, name)["status"] != "ok":
                continue
            path = instance_file(shared, case)
            found = catalogue.read_instances(case["game"], path)
            instance = catalogue.instance(found, case["experiment"], case["game_id"])
            names[made.play(instance, case["responses"])] = name
    done = export_clembench(place / "records.db", catalogue, place / "tree", EpisodeFilter())
    assert (done.episodes, done.left_out) == (len(names), {})
    everything = [Exported(log.parent) for log in (place / "tree").rglob("interactions.json")]
    return {names[each.log["meta"]["clemtui"]["episode"]]: each for each in everything}


@pytest.fixture(scope="module")
def exported(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Exported]:
    """Return every case in an exported tree, by name."""
    return export_cases(shared, tmp_path_factory.mktemp("export"))


@pytest.fixture(params=GAMES)
def pairs(
    request: pytest.FixtureRequest, shared: Path, exported: Mapping[str, Exported]
) -> list[tuple[Exported, Any]]:
    """Return the exported episodes of a game, each with the reference's result."""
    mine = [name for name in exported if cases(shared)[name]["game"] == request.param]
    assert len(mine) >= 5
    return [(exported[name], expected(shared, name)) for name in mine]


def test_the_rounds_of_the_log(pairs: list[tuple[Exported, Any]]) -> None:
    for mine, theirs in pairs:
        turns = mine.log["turns"]
        assert len(turns) == theirs["rounds"] == mine.log["meta"]["round_count"]
        flat = [
            {"round": number, "from": event["from"], "to": event["to"], **event["action"]}
            for number, turn in enumerate(turns)
            for event in turn
        ]
        assert flat == theirs["log"], theirs["name"]


def test_the_keys_beside_the_log(pairs: list[tuple[Exported, Any]]) -> None:
    for mine, theirs in pairs:
        keys = {name: each for name, each in mine.log.items() if name not in OF_FRAMEWORK}
        assert keys == theirs["interaction_keys"], theirs["name"]


def test_who_plays(pairs: list[tuple[Exported, Any]]) -> None:
    for mine, theirs in pairs:
        roles = {seat: each["game_role"] for seat, each in mine.log["players"].items()}
        assert roles == {seat: each["game_role"] for seat, each in theirs["players"].items()}
        rules = [n for n, each in theirs["players"].items() if each["model_name"] == "programmatic"]
        names = {seat: each["model_name"] for seat, each in mine.log["players"].items()}
        assert [seat for seat, name in names.items() if name == "programmatic"] == rules


def numbers(scores: Mapping[str, float]) -> dict[str, float | None]:
    """Replace NaN by None, as in the expectations."""
    return {name: None if score != score else score for name, score in scores.items()}


def test_the_scores(pairs: list[tuple[Exported, Any]]) -> None:
    for mine, theirs in pairs:
        if theirs["name"] in UNSCORED:
            continue
        episode = numbers(mine.scores["episode scores"])
        assert differences(episode, theirs["episode_scores"]) == [], theirs["name"]
        assert mine.scores["turn scores"].keys() == theirs["turn_scores"].keys()
        for turn, scores in theirs["turn_scores"].items():
            assert differences(numbers(mine.scores["turn scores"][turn]), scores) == []


def test_the_calls_with_side_questions(pairs: list[tuple[Exported, Any]]) -> None:
    for mine, theirs in pairs:
        for seat in {call["seat"] for call in theirs["calls"]}:
            calls = mine.read(f"{seat.lower().replace(' ', '_')}.requests.json")["calls"]
            said = [
                (
                    each["call"]["manipulated_prompt_obj"],
                    raw.get("clem_player", raw)["response"],
                )
                for each in calls
                for raw in [each["call"]["raw_response_obj"]]
            ]
            wanted = [
                (
                    [{key: message[key] for key in ("role", "content")} for message in messages],
                    each["response"],
                )
                for each in theirs["calls"]
                if each["seat"] == seat and (messages := each["messages"])
            ]
            assert said == wanted, theirs["name"]


def test_the_instance_and_its_experiment_are_those_of_the_file(
    shared: Path, pairs: list[tuple[Exported, Any]]
) -> None:
    for mine, theirs in pairs:
        case = cases(shared)[theirs["name"]]
        document = json.loads(instance_file(shared, case).read_text("utf-8"))
        (source,) = (e for e in document["experiments"] if e["name"] == case["experiment"])
        (task,) = (t for t in source["game_instances"] if t["game_id"] == case["game_id"])
        assert mine.read("instance.json") == task
        added = {"timestamp", "game_name", "player_models"}
        fields = {key: each for key, each in mine.experiment.items() if key not in added}
        assert fields == {key: each for key, each in source.items() if key != "game_instances"}


def published(shared: Path) -> list[Path]:
    """Return the logs written by the reference's framework in the same line."""
    return sorted((shared / "published/multilingual-runs").rglob("interactions.json"))


def test_fields_and_types_are_those_of_published_episodes(
    shared: Path, exported: Mapping[str, Exported]
) -> None:
    ours = {each.log["meta"]["game_name"]: each.log for each in exported.values()}
    compared = 0
    for path in published(shared):
        theirs = json.loads(path.read_text("utf-8"))
        mine = ours.get(theirs["meta"]["game_name"])
        if mine is None:
            continue
        compared += 1
        assert types(mine) == types(theirs), path
        assert types(mine["meta"]) == types(theirs["meta"]) | {"clemtui": dict}
        mine_event, event = mine["turns"][0][0], theirs["turns"][0][0]
        assert list(mine_event) == list(event)
        assert list(mine_event["action"]) == list(event["action"])
        assert len(mine_event["timestamp"]) == len(event["timestamp"])
    assert compared >= 10


def types(value: Mapping[str, Any]) -> dict[str, type]:
    """Return the fields of an object with the type of each."""
    return {name: type(each) for name, each in value.items()}
