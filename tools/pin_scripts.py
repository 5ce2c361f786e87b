"""Pin what the scripted players of games play, by writing a hash into ``bots/versions.toml``.

    python tools/pin_scripts.py games/taboo [more family folders]

Scripted players that play otherwise are other players: set a new ``script`` in ``game.toml`` first,
then pin it here. A version that is pinned never changes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from clemtui.kit.collection import catalogue_of, subjects
from clemtui.kit.scripts import PINS, pinned_scripts, script_hash


def pin(folder: Path) -> tuple[str, ...]:
    """Pin the current versions of a family's scripted players; return the games that were pinned.

    Raises:
        ValueError: if a version is pinned and plays otherwise.
    """
    catalogue = catalogue_of(folder.parents[1])
    known = pinned_scripts(folder)
    new = []
    for card in catalogue.cards:
        if card.family != folder.name:
            continue
        found = script_hash(subjects(catalogue, card.id))
        versions = known.setdefault(card.id, {})
        if versions.setdefault(card.script, found) != found:
            raise ValueError(
                f"the scripted players of {card.id} play otherwise than in version "
                f"{card.script}: set a new 'script' in {folder / 'game.toml'}"
            )
        new.append(card.id)
    tables = (
        f"[{game}]\n" + "".join(f'"{version}" = "{digest}"\n' for version, digest in pins.items())
        for game, pins in known.items()
    )
    (folder / PINS).write_text("\n".join(tables), "utf-8", newline="\n")
    return tuple(new)


def main(arguments: list[str] | None = None) -> int:
    """Pin the families in the given folders; return the exit code."""
    parser = ArgumentParser(description="Pin what the scripted players of games play.")
    parser.add_argument("folders", nargs="+", type=Path, help="family folders")
    try:
        for folder in map(Path.resolve, parser.parse_args(arguments).folders):
            print(f"{folder.name}: {', '.join(pin(folder))} pinned")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
