"""List the benchmark's own tasks, which daily tasks must not repeat, as hashes in each family.

Usage: python -m tools.official CLEMBENCH
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.catalogue.families import OFFICIAL_TASKS, official_hash
from clemtui.episode.planning.listing import open_games
from clemtui.language.sinks import say

_PUBLISHED: Final = (
    "taboo:de:geige",
    "taboo:de:leitfaden",
    "taboo:de:presse",
    "taboo:de:prinzip",
    "taboo:en:argument",
    "taboo:en:responsibility",
    "taboo:en:spreadsheet",
    "wordle:de:modem",
    "wordle:en:green",
    "wordle:en:phone",
    "wordle:en:south",
    "wordle:en:third",
    "wordle:ru:война",
)
"""Exposure keys of tasks in published episodes whose instance files a checkout does not have: of
benchmark 1.6, and of 2026 in several languages."""


def official_hashes(catalogue: Catalogue, family: str, checkout: Path) -> set[str]:
    """Return the lines for a family, given a clembench checkout."""
    found = {official_hash(key) for key in _PUBLISHED if key.startswith(f"{family}:")}
    for card in catalogue.cards:
        if card.family != family:
            continue
        key = catalogue.game(card.id).exposure_key
        for file in _files(card.id, checkout / family / "in"):
            try:
                experiments = catalogue.read_instances(card.id, file)
            except CatalogueError as error:
                say(f"left out: {error}", err=True)
                continue
            found |= {official_hash(key(i)) for each in experiments for i in each.instances}
    return found


def _files(game: str, folder: Path) -> Iterator[Path]:
    """Yield the instance files of a game: those of a variant bear its name."""
    variant = game.partition("_")[2]
    for file in sorted(folder.glob("instances*.json")):
        named = next((each for each in ("withclue", "withcritic") if each in file.name), "")
        if named == variant:
            yield file


def main(checkout: Path) -> None:
    """Write the list of every family that can create instances."""
    catalogue = open_games()
    for family in sorted({card.family for card in catalogue.cards if card.generates}):
        lines = sorted(official_hashes(catalogue, family, checkout))
        path = Path("games") / family / OFFICIAL_TASKS
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), "ascii", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
