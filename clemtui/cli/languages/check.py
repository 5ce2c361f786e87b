"""``clemtui languages check``: find mistakes in packs and the interface.

In English only, like the entries it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from clemtui.cli.errors import DONE, FAILED
from clemtui.cli.options import common_options, current_setup
from clemtui.episode.planning.listing import open_games
from clemtui.kit import CHECKS, Language, Nonconforming, Subject
from clemtui.language import one_line
from clemtui.language.sinks import json_text, say
from clemtui.packs.check import GAME_REMEDY, SkippedTrial, Trial, check_packs, trials
from clemtui.packs.interface import check_interface, interface_files

_PLAY_DEPTH = 40
"""Number of entries played to try a pack; every prompt and form occurs within them."""

_PACK_CHECKS = ("prompts", "labels", "forms")
"""The checks of the conformance kit that concern a pack."""


@dataclass(frozen=True, slots=True)
class _Problem:
    """One line of output: what is wrong with a file, and how to fix it.

    Attributes:
        kind, entry, what, remedy: as in a finding about a pack or the interface.
        messages: for the interface, the English messages concerned.
    """

    path: Path
    kind: str
    entry: str
    what: str
    remedy: str
    messages: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The whole line, with the path relative to the current folder."""
        return f"{_relative(self.path)}: {self.what}; {self.remedy}"


@click.command()
@click.argument("languages", metavar="[LANG ...]", nargs=-1)
@click.option("--family", metavar="FAMILY", help="Only packs of this game family.")
@click.option(
    "--quick", is_flag=True, help="Skip playing the games, which takes about a second per pack."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def check(languages: tuple[str, ...], family: str | None, quick: bool, as_json: bool) -> None:
    """Check the language packs and the interface translations for mistakes.

    Checks for entries that are missing, empty or stale, placeholders that differ from English, tags
    and answers that cannot be told apart, constraints that a prompt omits or adds, and incomplete
    cards. A pack without problems is then tried with its games: prompts are filled in, and the game
    must be able to read what the forms compose. In a checkout, it also checks the interface for
    missing or unconfirmed translations, placeholders and plural forms.

    Exits with 1 if it finds anything. Without LANG, checks all languages.

    \b
    Examples:
      clemtui languages check
      clemtui languages check de it --quick
      clemtui languages check de --family taboo
    """
    catalogue = open_games(current_setup().collections)
    found: list[_Problem] = []
    remarks: list[str] = []
    checked = check_packs(catalogue, languages, family)
    for each in checked:
        path = each.found.path
        found += _lines(path, each.findings)
        if quick or each.found.interface_only:
            continue
        if each.findings:
            remarks.append(
                f"{_relative(path)}: not tried with its games until these problems are fixed"
            )
            continue
        for trial in trials(catalogue, each.found):
            if isinstance(trial, SkippedTrial):
                remarks.append(f"{_relative(path)}: not tried with {trial.game}: {trial.why}")
            else:
                found += _try_game(path, trial)
    catalogues = interface_files(languages) if family is None else ()
    for path in catalogues:
        found += (
            _Problem(path, each.kind, "", each.what, each.remedy, each.messages)
            for each in check_interface(path)
        )
    if as_json:
        say(json_text(_document(found, remarks, len(checked), len(catalogues)), indent=2))
    else:
        _print(found, remarks, len(checked), len(catalogues))
    click.get_current_context().exit(FAILED if found else DONE)


def _lines(path: Path, findings: Iterable[Any]) -> list[_Problem]:
    return [_Problem(path, each.kind, each.entry, each.what, each.remedy) for each in findings]


def _try_game(path: Path, trial: Trial | Any) -> Iterator[_Problem]:
    """Yield what the kit's checks find in a pack with one game, or why it cannot be loaded."""
    if not isinstance(trial, Trial):
        yield from _lines(path, [trial])
        return
    languages = {
        name: Language(texts, words, trial.free) for name, (texts, words) in trial.packs.items()
    }
    subject = Subject(
        trial.game, trial.instance, trial.texts, languages=languages, depth=_PLAY_DEPTH
    )
    for name in _PACK_CHECKS:
        try:
            CHECKS[name](subject)
        except Nonconforming as error:
            game = trial.game.card.id
            yield _Problem(path, "game", game, f"{game}: {name}: {error}", GAME_REMEDY)


def _print(found: Sequence[_Problem], remarks: Iterable[str], packs: int, catalogues: int) -> None:
    for each in found:
        say(one_line(each.line))
    for remark in remarks:
        say(f"({one_line(remark)})")
    looked = _count(packs, "pack")
    if catalogues:
        looked += f" and {_count(catalogues, 'interface catalogue')}"
    if not found:
        say(f"no problems found in {looked}")
        return
    files = _count(len({each.path for each in found}), "file")
    say(f"{_count(len(found), 'problem')} in {files}; checked {looked}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _document(
    found: Iterable[_Problem], remarks: Sequence[str], packs: int, catalogues: int
) -> dict[str, Any]:
    return {
        "packs": packs,
        "catalogues": catalogues,
        "findings": [
            {
                "file": str(each.path),
                "kind": each.kind,
                "entry": each.entry,
                "what": each.what,
                "remedy": each.remedy,
                "messages": each.messages,
            }
            for each in found
        ],
        "remarks": list(remarks),
    }


def _relative(path: Path) -> str:
    """Return a path relative to the current folder, if it is inside it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
