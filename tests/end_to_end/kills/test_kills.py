"""Killed at random moments, by signals and by full disks, the program loses and repeats nothing.

`bash .ci/nightly kills` kills 2,000 times, or about as often as ``CLEMTUI_KILLS`` says, in
batches of 25. The seed of a batch is the number in the name of its test.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

if sys.platform == "win32":
    pytest.skip("needs signals and limits of files", allow_module_level=True)

from tests.end_to_end.kills.plays import Imports, Merges, Person, Plays, Runs
from tests.end_to_end.kills.victim import call

KILLS = int(os.environ.get("CLEMTUI_KILLS", "2000"))
BATCH = 25
"""Kills of one database."""
FEW = 3
"""Kills of each kind in the gate."""
SHARES = {"run": 0.5, "play": 0.2, "merge": 0.15, "import": 0.15}

Make = Callable[[str, Path, int], Plays]


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database and the same episodes as a results tree."""
    folder = tmp_path_factory.mktemp("source")
    database = str(folder / "source.db")
    game = ("taboo", "--players", "scripted", "--lang", "en", "--limit", "5")
    call(folder / "home", "run", *game, "--db", database)
    call(folder / "home", "export", "clembench", str(folder / "tree"), "--db", database)
    return folder


@pytest.fixture
def make(source: Path) -> Make:
    """Return the maker of the work of a kind."""

    def made(kind: str, folder: Path, seed: int) -> Plays:
        random = Random(f"{kind} {seed}")
        match kind:
            case "run":
                return Runs(folder, random)
            case "play":
                return Person(folder, random)
            case "merge":
                return Merges(folder, random, source / "source.db")
            case _:
                return Imports(folder, random, source / "tree")

    return made


@pytest.mark.parametrize("kind", SHARES)
def test_a_few_kills_lose_and_repeat_nothing(kind: str, make: Make, tmp_path: Path) -> None:
    make(kind, tmp_path, 0).killed(FEW)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        (kind, seed)
        for kind, share in SHARES.items()
        for seed in range(1, max(1, round(KILLS * share / BATCH)) + 1)
    ],
)
def test_many_kills_lose_and_repeat_nothing(
    kind: str, seed: int, make: Make, tmp_path: Path
) -> None:
    make(kind, tmp_path, seed).killed(BATCH)
