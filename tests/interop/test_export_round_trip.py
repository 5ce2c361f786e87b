"""What is exported can be imported again, and is what it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clemtui.catalogue import open_catalogue
from clemtui.play.exporting import export_clembench
from clemtui.store.records import EpisodeFilter
from tests.interop.records import records
from tests.support.calling import call

SAID = {
    "Player 1": ["CLUE: a feeling of being scared", "CLUE: what a coward feels"],
    "Player 2": ["GUESS: courage", "GUESS: fear"],
}


def exported(database: Path, target: Path) -> dict[str, Any]:
    """What an exported tree says of its one episode: who said what, and how it is scored."""
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


def test_an_episode_that_went_out_and_came_back_is_the_same(tmp_path: Path) -> None:
    database, again = tmp_path / "records.db", tmp_path / "again.db"
    with records(database) as made:
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
