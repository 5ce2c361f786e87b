"""Collections for tests of the commands on language packs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.support.paths import ROOT

CONTRACT_GAMES = ROOT / "tests" / "contract_games"

CONSTRAINTS = """
[constraints.rules]
both = "Both bid at the same time."
form = "An answer has the form of the tag and a number."

[constraints.next]
worth = "The lot has its worth."

[constraints.won]
lot = "The lot is the player's."

[constraints.lost]
lot = "The lot went to the other."

[constraints.drawn]
lot = "Nobody has the lot."
"""

STATES = """
[states]
rules = ["both", "form"]
next = ["worth"]
won = ["lot"]
lost = ["lot"]
drawn = ["lot"]
"""


class Packs:
    """A collection with one family and packs in English and German, to be changed by a test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(CONTRACT_GAMES / "games" / "sealed", folder / "games" / "sealed")
        for language, lists in (("en", CONSTRAINTS), ("de", STATES)):
            text = (CONTRACT_GAMES / "locales" / language / "sealed.toml").read_text("utf-8")
            self.file(language).parent.mkdir(parents=True)
            self.file(language).write_text(text + lists, encoding="utf-8")

    def file(self, language: str) -> Path:
        """Return the path of a language's pack."""
        return self.folder / "locales" / language / "sealed.toml"

    def text(self, language: str) -> str:
        """Return the text of a language's pack."""
        return self.file(language).read_text(encoding="utf-8")

    def change(self, language: str, old: str, new: str) -> None:
        """Replace a text that must occur in a language's pack."""
        text = self.text(language)
        assert old in text
        self.file(language).write_text(text.replace(old, new, 1), encoding="utf-8")

    def commit(self, message: str) -> None:
        """Commit everything to the collection's own git repository."""
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@localhost", "-c", "core.hooksPath=none")
        for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", message)):
            subprocess.run(
                ["git", *who, *arguments], cwd=self.folder, check=True, capture_output=True
            )
