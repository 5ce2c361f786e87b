"""Which rows of the comparison are shown after an episode."""

from __future__ import annotations

from clemtui.analysis.comparison import Comparison, ComparisonRow
from clemtui.plain.results import MAX_ROWS, shown_rows
from clemtui.records.line_ups import SeatPlayer
from clemtui.records.rows import PlayerKind
from clemtui.reports.comparison import Comparisons


def row(name: str) -> ComparisonRow:
    kind: PlayerKind = "human" if name == "human" else "model"
    return ComparisonRow(
        seats=(SeatPlayer("Player 1", "Guesser", kind, name),), settings="",
        interface="assisted" if kind == "human" else "", language="", people=0, episodes=1,
        played=100.0, quality=50.0, joint=50.0, solved=100.0, successes=1, losses=0, aborted=0,
    )  # fmt: skip


def shown(*names: str, own: tuple[str, ...]) -> list[str]:
    everyone, mine = (Comparison(tuple(map(row, each))) for each in (names, own))
    return [each.seats[0].name for each in shown_rows(Comparisons("wordle", "1", everyone, mine))]


def test_ones_own_row_is_shown_however_bad_it_is() -> None:
    models = [f"m{number}" for number in range(MAX_ROWS + 2)]
    assert shown(*models, "human", own=("human",)) == [*models[:MAX_ROWS], "human"]
    assert shown("human", *models, own=("human",)) == ["human", *models[: MAX_ROWS - 1]]
    assert shown(*models, own=()) == models[:MAX_ROWS]
