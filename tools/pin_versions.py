"""Pin the rules of each game version: write their hash into ``versions.toml`` beside ``game.toml``.

    python tools/pin_versions.py games/taboo [more folders of families]
    python tools/pin_versions.py --replace games/taboo      before a release: the version is not out

A version is new in ``game.toml`` first, then it is pinned here. What a version that people have
played means must not change any more, so that a pinned hash is replaced only on demand.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from clemtui.catalogue import CatalogueError, Collection, Family

FILE = "versions.toml"

Versions = Mapping[str, Mapping[str, str]]


def pinned(folder: Path) -> Versions:
    """What is pinned for the games of a family: the hash of the rules, by game and version."""
    file = folder / FILE
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def unpinned(family: Family) -> tuple[str, ...]:
    """The games of a family whose rules are not those that are pinned for their version."""
    known = pinned(family.folder)
    return tuple(
        card.id
        for card in family.cards
        if known.get(card.id, {}).get(card.version) != family.rules_hash
    )


def pin(family: Family, *, replace: bool = False) -> tuple[str, ...]:
    """Pin the versions that `game.toml` names today; returns the games that were pinned.

    Raises:
        ValueError: if a version is pinned with other rules already, unless ``replace``.
    """
    known = {game: dict(versions) for game, versions in pinned(family.folder).items()}
    new = unpinned(family)
    for card in family.cards:
        versions = known.setdefault(card.id, {})
        if card.id in new and card.version in versions and not replace:
            raise ValueError(
                f"{family.folder}: the rules of {card.id} have changed since version "
                f"{card.version} was pinned: give it a new version in game.toml, or, if that one "
                "was never released, pin it again with --replace"
            )
        versions[card.version] = family.rules_hash
    if new:
        (family.folder / FILE).write_text(_toml(known), "utf-8", newline="\n")
    return new


def _toml(known: Versions) -> str:
    return "".join(
        f"[{game}]\n" + "".join(f"{json.dumps(v)} = {json.dumps(h)}\n" for v, h in versions.items())
        for game, versions in known.items()
    )


def main(arguments: list[str] | None = None) -> int:
    """Pin the families in the given folders; returns the exit code."""
    parser = argparse.ArgumentParser(description="Pin the rules of each game version.")
    parser.add_argument("folders", nargs="+", type=Path, help="folders of families")
    parser.add_argument("--replace", action="store_true", help="overwrite; only before a release")
    options = parser.parse_args(arguments)
    try:
        for folder in map(Path.resolve, options.folders):
            family = Family.read(Collection.at(folder.parents[1]), folder)
            done = pin(family, replace=options.replace)
            print(f"{family.id}: {', '.join(done) + ' pinned' if done else 'nothing to pin'}")
    except (CatalogueError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
