"""A small checkout of clembench of our own: its layout and the shape of its files, our content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def taboo_file(*experiments: str, targets: tuple[str, ...] = ("river", "bread")) -> dict[str, Any]:
    """An instance file of taboo in the reference's shape."""
    return {
        "experiments": [
            {
                "name": name,
                "max_turns": 3,
                "describer_initial_prompt": "Describe $TARGET_WORD$ without\n$REL_WORD$\nin $N$.",
                "guesser_initial_prompt": "Guess it in $N$.",
                "game_instances": [
                    {"game_id": id, "target_word": word, "related_word": ["one", "two", "three"]}
                    for id, word in enumerate(targets)
                ],
            }
            for name in experiments
        ]
    }


def write(path: Path, content: Any) -> None:
    """A file of JSON, with the folders it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")


def checkout(root: Path) -> Path:
    """A checkout with taboo (three files, two of them equal, and one that no game can read), a game
    that clemtui has not, and a folder that is no game."""
    taboo = root / "taboo"
    write(taboo / "clemgame.json", {"game_name": "taboo", "players": 2})
    write(taboo / "in" / "instances.json", taboo_file("high_en", "low_en"))
    write(taboo / "in" / "instances_v3.0.json", taboo_file("high_en", "low_en"))
    write(taboo / "in" / "instances_v2.0.json", taboo_file("high_en", targets=("cloud",)))
    write(taboo / "in" / "instances_old.json", {"experiments": [{"name": "old"}]})
    write(root / "maps" / "inner" / "clemgame.json", [{"game_name": "walk"}])
    write(root / "maps" / "inner" / "in" / "instances.json", {"experiments": []})
    write(root / "docs" / "notes.json", {})
    return root
