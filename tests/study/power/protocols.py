"""Protocols with every kind of primary comparison."""

from __future__ import annotations

from pathlib import Path

from clemtui.catalogue import open_catalogue
from clemtui.study.checking import Checked, check_study
from tests.study.protocols import study

CATALOGUE = open_catalogue()

PRIMARY = 'between = "people and value"\nvalue = 80.5'
LANGUAGES = (PRIMARY, 'between = "languages"\nbaseline = "en"')
SEATS = (
    ('seats = ["WordGuesser"]', 'seats = ["WordGuesser", "WordDescriber"]'),
    (PRIMARY, 'between = "seats"\nbaseline = "WordGuesser"'),
)
SECOND = (
    "[analysis.primary]",
    '[[games]]\ngame = "privateshared"\nseats = ["Answerer"]\nepisodes = 4\n'
    'instances = { choose = "sample", number = 12 }\n\n[analysis.primary]',
)
MODEL = (PRIMARY, 'between = "people and model"\nmodel = "openai/m"')
GAMES = (SECOND, (PRIMARY, 'between = "games"\nbaseline = "taboo"'))
WORDLE = (
    ('game = "taboo"\nseats = ["WordGuesser"]', 'game = "wordle"\nseats = ["Guesser"]'),
    LANGUAGES,
)


def analysis(text: str) -> tuple[str, str]:
    """Return the change that adds entries to the table of the analysis."""
    return "[analysis.primary]", f"[analysis]\n{text}\n\n[analysis.primary]"


def checked(place: Path, *changes: tuple[str, str]) -> Checked:
    """Return the study of `tests.study.protocols` with changes."""
    found = check_study(CATALOGUE, study(place, *changes), None)
    assert not [each for each in found.findings if each.severity == "error"]
    return found
