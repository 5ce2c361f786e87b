"""Words with clues that are in no shipped instance, split into halves for fitting and measuring."""

from __future__ import annotations

import json
import zlib

from games.wordle.generate import clues
from games.wordle.words import DATA

INSTANCES = DATA.parent / "instances"


def unseen(language: str, half: int) -> list[str]:
    """Return one half (0: for fitting weights, 1: for measuring) of the words with a clue.

    Targets of shipped instances are in neither half.
    """
    document = json.loads((INSTANCES / f"{language}.json").read_text("utf-8"))
    shipped = {
        instance["target_word"]
        for experiment in document["experiments"]
        for instance in experiment["game_instances"]
    }
    words = (word for word in clues.words_with_clues(language) if word not in shipped)
    return [word for word in words if zlib.crc32(word.encode("utf-8")) % 2 == half]
