"""A small clembench checkout: the original layout and file formats, with our own content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def taboo_file(*experiments: str, targets: tuple[str, ...] = ("river", "bread")) -> dict[str, Any]:
    """Return an instance file of taboo in the reference's format."""
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
    """Write a JSON file, creating its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")


def checkout(root: Path) -> Path:
    """Write a checkout with three kinds of folder: taboo, an unknown game, and no game.

    Taboo has four files: two equal ones, another one, and one that no game can read.
    """
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
