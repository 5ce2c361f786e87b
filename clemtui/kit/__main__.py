"""``python -m clemtui.kit COLLECTION [FAMILY]``: check the games of a collection."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from clemtui.catalogue import CatalogueError
from clemtui.kit import CHECKS, Nonconforming
from clemtui.kit.collection import catalogue_of, subjects
from clemtui.kit.fingerprint import fingerprint, fingerprint_in_new_process
from clemtui.language.sinks import say


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line per game and check.

    Returns 0 if all games conform, 1 if one does not, and 2 if the collection cannot be read.
    """
    parser = ArgumentParser(prog="python -m clemtui.kit", description=__doc__)
    parser.add_argument("collection", type=Path, help="a folder with games/ and locales/")
    parser.add_argument("family", nargs="?", help="check this family only")
    parser.add_argument(
        "--fingerprint", metavar="GAME", help=("print the fingerprint of a game's plays")
    )
    options = parser.parse_args(arguments)
    try:
        catalogue = catalogue_of(options.collection)
        if options.fingerprint:
            say(fingerprint(subjects(catalogue, options.fingerprint)))
            return 0
        cards = [card for card in catalogue.cards if options.family in (None, card.family)]
        if not cards:
            named = f" in a family {options.family!r}" if options.family else ""
            raise CatalogueError(f"no games{named} in {options.collection}")
        failed = sum(_check_game(options.collection, card.id) for card in cards)
        problems = catalogue_of(options.collection)
        for card in cards:
            problems.packs(card.family)
    except CatalogueError as error:
        say(f"error: {error}", err=True)
        return 2
    for problem in problems.problems:
        say(f"FAILED  {problem}")
    return 1 if failed or problems.problems else 0


def _check_game(path: Path, game_id: str) -> int:
    """Run every check on a game; return how many failed."""
    found = list(subjects(catalogue_of(path), game_id))
    if not found:
        say(f"FAILED  {game_id}: no instance can be played in any language")
        return 1
    failed = 0
    for name, run in CHECKS.items():
        wrong = ""
        for subject in found:
            try:
                run(subject)
            except Nonconforming as error:
                where = f"{subject.instance.experiment}, {subject.texts.language}"
                wrong = f"{error} ({where})"
                break
        failed += bool(wrong)
        say(f"FAILED  {game_id}: {name}: {wrong}" if wrong else f"ok      {game_id}: {name}")
    if not failed:
        same = fingerprint(found) == fingerprint_in_new_process(path, game_id)
        failed += not same
        name = "same result in another process"
        why = ": depends on the order of sets or on the process"
        say(f"FAILED  {game_id}: {name}{why}" if not same else f"ok      {game_id}: {name}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
