"""Imports of real results: published ones, and the reference's results for scripted play.

Skipped without that data (tests/support/fixtures.py), which is not part of the repository.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.catalogue import open_catalogue
from clemtui.exchange.imports.importing import Imported, import_results
from clemtui.records.rows import EpisodeFilter
from clemtui.store.read.reader import Reader
from tests.exchange.reference_trees import write

CATALOGUE = open_catalogue()


@pytest.fixture
def published(shared: Path) -> Path:
    folder = shared / "published"
    if not folder.is_dir():
        pytest.skip("no published results")
    return folder


def test_every_published_episode_is_imported(published: Path, tmp_path: Path) -> None:
    """Lines 1.x to 3.x, fourteen games, nine languages; seven of the games are not installed."""
    database = tmp_path / "r.db"
    told = import_results(database, CATALOGUE, published, clembench=published.parent / "clembench")
    logs = len(list(published.rglob("interactions.json")))
    assert told.count("new") == logs == 63
    assert all(not each.notes for each in told.episodes)
    listed = list_episodes(database, EpisodeFilter())
    scored = len(list(published.rglob("scores.json")))
    ours_alone = sum(
        bool(
            each.agreement
            and each.agreement.is_ours
            and not (published / each.path / "scores.json").exists()
        )
        for each in told.episodes
    )
    assert sum(each.scores is not None for each in listed) == scored + ours_alone
    assert {each.language for each in listed} == {
        *("ar", "de", "en", "fr", "it", "ru", "tr", "und", "zh")
    }
    again = import_results(database, CATALOGUE, published)
    assert (again.count("new"), again.count("known")) == (0, 63)


def test_all_scores_agree_where_the_instance_is_known(published: Path, tmp_path: Path) -> None:
    """docs/import.md explains the differences in what was said."""
    checkout = published.parent / "clembench"
    told = import_results(tmp_path / "r.db", CATALOGUE, published, clembench=checkout, dry_run=True)
    again = {each.game: each.agreement for each in told.episodes if each.agreement}
    assert Counter(each.game for each in told.episodes if each.agreement) == {
        "taboo": 1,
        "wordle": 1,
        "wordle_withclue": 3,
        "wordle_withcritic": 1,
        "privateshared": 1,
    }
    assert all(each.scores_agree for each in again.values())
    assert told.counts["taboo"].agree == told.counts["wordle"].agree == 1
    reasons = {
        (difference.name, difference.reason)
        for each in again.values()
        for difference in each.differences
    }
    assert reasons == {
        (
            "message 1 to Player 1",
            "only white space differs: versions before 3 joined messages differently",
        ),
        (
            "number of messages to Player 2",
            "before version 3 unclear replies before the first request aborted at once",
        ),
    }


def test_every_model_of_the_published_results_has_its_name(published: Path, tmp_path: Path) -> None:
    """Versions 1.x to 2.0 write them in three ways."""
    database = tmp_path / "r.db"
    import_results(database, CATALOGUE, published)
    names = {
        seat.player
        for each in list_episodes(database, EpisodeFilter())
        for seat in each.seats
        if seat.kind == "model"
    }
    assert names == {
        *("Apertus-v1.5-8B", "c4ai-command-r-plus-GGUF-q4", "CodeLlama-34b-Instruct-hf"),
        *("gpt-4o-2024-05-13", "gpt-4o-2024-08-06"),
    }


def test_side_questions_of_the_first_versions_are_imported(published: Path, tmp_path: Path) -> None:
    """They logged every reply, as an event of its own."""
    database = tmp_path / "r.db"
    runs = published / "clembench-runs" / "v1.6"
    import_results(database, CATALOGUE, runs, clembench=published.parent / "clembench")
    (episode,) = (e for e in list_episodes(database, EpisodeFilter()) if e.game == "privateshared")
    with Reader(database) as reader:
        asked = [each.request.purpose for each in reader.load(episode.id).requests]
        scorers = [each.scorer for each in reader.load(episode.id).scores]
    assert asked == ["side question"] * 5
    assert episode.responses == 5
    assert scorers == ["privateshared:2"], "which version scored it"


def trees(shared: Path, root: Path, *, calls: bool) -> int:
    """Write the parity expectations as a tree of line 3; return their number."""
    expected = [
        json.loads(path.read_text("utf-8"))
        for path in sorted((shared / "parity" / "expected").glob("*.json"))
    ]
    sound = [each for each in expected if each["status"] == "ok"]
    for number, case in enumerate(sound):
        family = "wordle" if case["game"].startswith("wordle") else case["game"]
        file = shared / "clembench" / family / "in" / f"{Path(case['instances']).stem}.json"
        _episode(root / f"model-{number}", case, json.loads(file.read_text("utf-8")), calls=calls)
    return len(sound)


def _episode(root: Path, case: dict[str, Any], file: dict[str, Any], *, calls: bool) -> None:
    experiment = next(e for e in file["experiments"] if e["name"] == case["experiment"])
    instances = experiment["game_instances"]
    folder = root / case["game"] / case["experiment"] / f"instance_{case['game_id']:05d}"
    turns: list[list[dict[str, Any]]] = []
    for event in case["log"]:
        turns += [[] for _ in range(len(turns), event["round"] + 1)]
        action = {key: event[key] for key in ("type", "content", "label") if key in event}
        turns[event["round"]].append({"from": event["from"], "to": event["to"], "action": action})
    meta = {
        "game_name": case["game"],
        "experiment_name": case["experiment"],
        "game_id": case["game_id"],
        "clem_version": "3.7.2",
    }
    log = {"meta": meta, "players": case["players"], "turns": turns, **case["interaction_keys"]}
    write(folder / "interactions.json", log)
    write(folder / "instance.json", next(i for i in instances if i["game_id"] == case["game_id"]))
    write(
        folder.parent / "experiment.json",
        {key: value for key, value in experiment.items() if key != "game_instances"},
    )
    if "episode_scores" in case:  # the reference played some cases without scoring them
        named = {"turn scores": case["turn_scores"], "episode scores": case["episode_scores"]}
        write(folder / "scores.json", named)
    for seat in {call["seat"] for call in case["calls"]} if calls else ():
        said = [_call(call) for call in case["calls"] if call["seat"] == seat]
        name = f"{seat.lower().replace(' ', '_')}.requests.json"
        write(folder / name, {"meta": {"player_name": seat}, "calls": said})


def _call(call: dict[str, Any]) -> dict[str, Any]:
    prompt = [{key: m[key] for key in ("role", "content")} for m in call["messages"]]
    raw = {"response": call["response"], "model_name": "scripted"}
    return {"call": {"manipulated_prompt_obj": prompt, "raw_response_obj": raw}}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "r.db"


def imported(shared: Path, tmp_path: Path, database: Path, *, calls: bool) -> Imported:
    number = trees(shared, tmp_path / "tree", calls=calls)
    told = import_results(database, CATALOGUE, tmp_path / "tree", clembench=shared / "clembench")
    assert told.count("new") == len(told.episodes) == number > 50
    return told


def test_reference_logs_are_scored_equally(shared: Path, tmp_path: Path, database: Path) -> None:
    told = imported(shared, tmp_path, database, calls=True)
    assert all(each.agreement and each.agreement.agrees for each in told.episodes)
    ours = {card.id: card.version for card in CATALOGUE.cards}
    for each in list_episodes(database, EpisodeFilter()):
        assert each.game_version == ours[each.game], "our rules say the same to the players"


def test_side_questions_from_the_masters_notes(
    shared: Path, tmp_path: Path, database: Path
) -> None:
    """Except those that were asked again, whose first replies were not kept."""
    told = imported(shared, tmp_path, database, calls=False)
    missing = [each for each in told.episodes if each.agreement is None]
    assert {each.game for each in missing} == {"privateshared"}
    assert all("asked again" in str(each.problem) for each in missing)
    again = [each.agreement for each in told.episodes if each.agreement is not None]
    assert all(each.agrees for each in again)
    assert len(missing) < told.counts["privateshared"].episodes
