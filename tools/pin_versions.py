"""Pin the rules of each game version by writing their hash into ``versions.toml``.

    python tools/pin_versions.py games/taboo [more family folders]
    python tools/pin_versions.py --same "files moved" games/taboo   same version, another hash
    python tools/pin_versions.py --replace games/taboo      before the version is released

Set a new version in ``game.toml`` first, then pin it here. The rules of a version that people have
played must not change, so a pinned hash is replaced only on demand. If only the hash changed, the
version gets an additional hash with the reason: results under both hashes are results of one
version.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from clemtui.catalogue import CatalogueError, Collection, Family
from clemtui.catalogue.versions import FILE, Versions, pinned

NEW = "new version"
"""The reason of a version's first hash."""


def unpinned(family: Family) -> tuple[str, ...]:
    """Return the games of a family whose rules differ from the last ones pinned for their version.

    Raises:
        CatalogueError: if ``versions.toml`` cannot be read.
    """
    known = pinned(family.folder)
    return tuple(
        card.id
        for card in family.cards
        if [*known.get(card.id, {}).get(card.version, {})][-1:] != [family.rules_hash]
    )


def pin(family: Family, *, same: str = "", replace: bool = False) -> tuple[str, ...]:
    """Pin the versions currently in `game.toml`; return the games that were pinned.

    Args:
        same: why the hash changed although the games did not; the old hashes are kept.
        replace: delete the old hashes.

    Raises:
        ValueError: if a version is pinned with other rules, unless ``same`` or ``replace`` is
            given.
        CatalogueError: if ``versions.toml`` cannot be read.
    """
    known = {
        game: {version: dict(hashes) for version, hashes in versions.items()}
        for game, versions in pinned(family.folder).items()
    }
    new = [card for card in family.cards if card.id in unpinned(family)]
    for card in new:
        hashes = known.setdefault(card.id, {}).setdefault(card.version, {})
        if replace:
            hashes.clear()
        if hashes and not same:
            raise ValueError(
                f"{family.folder}: the rules of {card.id} have changed since version "
                f"{card.version} was pinned: set a new version in game.toml. If it plays "
                "and scores as before, pin it again with --same REASON; if that version "
                "was never released, use --replace"
            )
        hashes.pop(family.rules_hash, None)  # an earlier hash that is current again goes last
        hashes[family.rules_hash] = same if hashes else NEW
    if new:
        (family.folder / FILE).write_text(_toml(known), "utf-8", newline="\n")
    return tuple(card.id for card in new)


def _toml(known: Versions) -> str:
    tables = (
        f"[{game}.{json.dumps(version)}]\n"
        + "".join(
            f"{each} = {json.dumps(why, ensure_ascii=False)}\n" for each, why in hashes.items()
        )
        for game, versions in known.items()
        for version, hashes in versions.items()
    )
    return "\n".join(tables)


def main(arguments: list[str] | None = None) -> int:
    """Pin the families in the given folders; return the exit code."""
    parser = argparse.ArgumentParser(description="Pin the rules of each game version.")
    parser.add_argument("folders", nargs="+", type=Path, help="family folders")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--same",
        default="",
        metavar="REASON",
        help=("why the hash changed although the version did not"),
    )
    how.add_argument("--replace", action="store_true", help="overwrite; only before a release")
    options = parser.parse_args(arguments)
    try:
        for folder in map(Path.resolve, options.folders):
            family = Family.read(Collection.at(folder.parents[1]), folder)
            done = pin(family, same=options.same, replace=options.replace)
            print(f"{family.id}: {', '.join(done) + ' pinned' if done else 'nothing to pin'}")
    except (CatalogueError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
