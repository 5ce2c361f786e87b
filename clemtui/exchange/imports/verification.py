"""How far our rules agree with a whole tree of the reference's results: a table to cite."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clemtui import __version__
from clemtui.catalogue import Catalogue
from clemtui.exchange.imports.agreement import TOLERANCE, Agreement
from clemtui.exchange.imports.importing import Imported
from clemtui.language import Interface
from clemtui.language.sinks import csv_text
from clemtui.reports.documents import markdown_table
from clemtui.reports.tables import ReportTable

ALL = "all"
"""The game of the row with the totals."""


@dataclass(slots=True)
class VerifiedRow:
    """The episodes of a game and version.

    Attributes:
        version: of what wrote them; empty if unreadable.
        rules: version of the rules here; empty if the game is not installed.
        agree: number of episodes without any difference.
        explained: number of those whose differences are all due to known changes.
        unexplained: number of those with another difference.
        messages_only: number of replayed episodes without original scores, in which only the
            messages were compared.
        not_rescored: number of those that our rules could not replay.
        changes: by known change, the number of episodes in which it explains a difference.
    """

    game: str
    version: str
    rules: str
    episodes: int = 0
    agree: int = 0
    explained: int = 0
    unexplained: int = 0
    messages_only: int = 0
    not_rescored: int = 0
    unreadable: int = 0
    changes: Counter[str] = field(default_factory=Counter)

    def add(self, agreement: Agreement | None) -> None:
        """Count a readable episode."""
        self.episodes += 1
        if agreement is None:
            self.not_rescored += 1
            return
        self.messages_only += not agreement.scores_compared
        reasons = {difference.reason for difference in agreement.differences}
        self.agree += not reasons
        self.unexplained += None in reasons
        self.explained += bool(reasons) and None not in reasons
        self.changes.update(sorted(reason for reason in reasons if reason is not None))

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of episodes: all, and by result."""
        return tuple(getattr(self, name) for name in _COUNTS)


_COUNTS = (
    *("episodes", "agree", "explained", "unexplained"),
    *("messages_only", "not_rescored", "unreadable"),
)


@dataclass(frozen=True, slots=True)
class Verification:
    """The rows of a tree, sorted by game and version, and their total."""

    rows: tuple[VerifiedRow, ...]

    @property
    def total(self) -> VerifiedRow:
        """The sum of all rows."""
        found = VerifiedRow(ALL, "", "")
        for row in self.rows:
            for name in _COUNTS:
                setattr(found, name, getattr(found, name) + getattr(row, name))
            found.changes += row.changes
        return found


def verification(imported: Imported, catalogue: Catalogue) -> Verification:
    """Count the episodes of an import, or of one that wrote nothing."""
    rules: Mapping[str, str] = {card.id: card.version for card in catalogue.cards}
    rows: dict[tuple[str, str], VerifiedRow] = {}
    for each in imported.episodes:
        key = each.game, each.version
        row = rows.setdefault(key, VerifiedRow(*key, rules.get(each.game, "")))
        if each.status == "unreadable":
            row.episodes += 1
            row.unreadable += 1
        else:
            row.add(each.agreement)
    return Verification(tuple(rows[key] for key in sorted(rows)))


def tables(found: Verification, ui: Interface) -> tuple[ReportTable, ...]:
    """Return the table of episodes and, if there are any, that of known changes."""
    keys = (ui.text("Game"), ui.text("Version"), ui.text("Rules"))
    columns = (
        ui.text("Episodes"),
        ui.text("Agree"),
        ui.text("Explained"),
        ui.text("Unexplained"),
        ui.text("Messages only"),
        ui.text("Not re-scored"),
        ui.text("Unreadable"),
    )
    rows = tuple(
        (_key(row, ui), tuple(map(ui.number, row.counts))) for row in (*found.rows, found.total)
    )
    title = ui.text("Agreement with clemtui {version}", version=__version__)
    changes = tuple(
        ((*_key(row, ui)[:2], change), (ui.number(count),))
        for row in found.rows
        for change, count in row.changes.items()
    )
    shown = (ReportTable(title, keys, columns, rows),)
    if not changes:
        return shown
    heads = (*keys[:2], ui.text("Known change"))
    explained = ui.text("Explained differences")
    return (*shown, ReportTable(explained, heads, (ui.text("Episodes"),), changes))


def _key(row: VerifiedRow, ui: Interface) -> tuple[str, str, str]:
    game = ui.text("all") if row.game == ALL else row.game
    return game, row.version, row.rules


def as_markdown(found: Verification, ui: Interface) -> str:
    """Return the tables as Markdown, in the interface language."""
    return "\n".join(map(markdown_table, tables(found, ui)))


def as_csv(found: Verification) -> str:
    """Return CSV with a line per game and version; its known changes are in one cell."""
    head = ("game", "version", "rules", *_COUNTS, "known_changes")
    return csv_text(head, map(_line, found.rows))


def _line(row: VerifiedRow) -> Sequence[object]:
    changes = "; ".join(f"{change} ({count})" for change, count in row.changes.items())
    return (row.game, row.version, row.rules, *row.counts, changes)


def as_json(found: Verification) -> str:
    """Return everything as JSON."""
    document = {
        "clemtui": __version__,
        "tolerance": TOLERANCE,
        "rows": [
            {"game": row.game, "version": row.version, "rules": row.rules, **_measured(row)}
            for row in found.rows
        ],
        "total": _measured(found.total),
    }
    return json.dumps(document, indent=2) + "\n"


def _measured(row: VerifiedRow) -> dict[str, Any]:
    counts = dict(zip(_COUNTS, row.counts, strict=True))
    return {**counts, "known_changes": dict(row.changes)}
