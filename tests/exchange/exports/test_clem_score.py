"""`clem score` with the reference's own games, on exported episodes.

``CLEMTUI_CLEMCORE`` names an environment with clemcore (as for `test_export_clemcore.py`), and
``CLEMTUI_CLEMBENCH_GAMES`` a checkout of clembench 3.0 with the code of its games, which that
environment can run: NLTK with its stop words, scikit-learn. Games that are missing there are
omitted. Without either, or without the shared folder, the test is skipped.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.exchange.clemcore import clem_program, run
from tests.exchange.exports.test_parity import export_cases, numbers
from tests.parity.test_parity import GAMES, differences, expected


def games_with_code(checkout: Path) -> frozenset[str]:
    """Return the games in a checkout whose scorers are there too."""
    found: set[str] = set()
    for card in checkout.glob("*/clemgame.json"):
        if (card.parent / "master.py").is_file():
            content = json.loads(card.read_text("utf-8"))
            entries = content if isinstance(content, list) else [content]
            found.update(entry["game_name"] for entry in entries)
    return frozenset(found & set(GAMES))


def test_reference_scorers_agree_on_our_export(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clem = clem_program()
    checkout = os.environ.get("CLEMTUI_CLEMBENCH_GAMES")
    if not checkout:
        pytest.skip("no games of the reference: set CLEMTUI_CLEMBENCH_GAMES")
    games = games_with_code(Path(checkout))
    assert games, f"CLEMTUI_CLEMBENCH_GAMES={checkout}: there are no games with a master.py"
    monkeypatch.setenv("CLEMBENCH_HOME", checkout)
    exported = export_cases(shared, tmp_path)
    for mine in exported.values():
        (mine.folder / "scores.json").unlink()  # so that any scores found later are the scorer's
    run(clem, tmp_path, "score", "-r", str(tmp_path / "tree"))
    scored: set[str] = set()
    for name, mine in exported.items():
        theirs = expected(shared, name)
        if theirs["game"] not in games:
            continue
        scored.add(theirs["game"])
        scores = mine.read("scores.json")
        assert differences(numbers(scores["episode scores"]), theirs["episode_scores"]) == [], name
        assert scores["turn scores"].keys() == theirs["turn_scores"].keys(), name
        for turn, each in theirs["turn_scores"].items():
            assert differences(numbers(scores["turn scores"][turn]), each) == [], (name, turn)
    assert scored == games
