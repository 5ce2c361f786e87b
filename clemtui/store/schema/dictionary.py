"""The part of the data dictionary that is generated from the schema, as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from clemtui.store.schema import TABLES, model
from clemtui.store.schema.model import (
    Added,
    Column,
    CustomMerge,
    Newest,
    NotMerged,
    ReplacedWithEpisode,
    Table,
    View,
)
from clemtui.store.schema.views import VIEWS

WIDTH = 100


def sections() -> str:
    """Return the sections of all tables and views."""
    parts = [_table(table) for table in TABLES.values()] + [_view(view) for view in VIEWS]
    return "\n".join(parts)


def _table(table: Table) -> str:
    heading = f"## `{table.name}` (table, {table.kind})"
    handled = [f"Key: {_listed(table.key)}.", *_merging(table), *_erasing(table), *_export(table)]
    return _section(heading, [table.about, " ".join(handled)], table.columns)


def _view(view: View) -> str:
    return _section(f"## `{view.name}` (view)", [view.about], view.columns)


def _section(heading: str, paragraphs: Sequence[str], columns: Sequence[Column]) -> str:
    filled = [
        textwrap.fill(each, WIDTH, break_long_words=False, break_on_hyphens=False)
        for each in paragraphs
    ]
    lines = ["| column | type | unit | meaning |", "|---|---|---|---|"]
    lines += [_line(column) for column in columns]
    return "\n\n".join([heading, *filled, "\n".join(lines)]) + "\n"


def _line(column: Column) -> str:
    type_ = f"{column.type}, JSON" if column.json else column.type
    cells = (column.name, type_, column.unit, column.meaning)
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def _merging(table: Table) -> Iterator[str]:
    match table.merge:
        case Added():
            yield "Merging adds missing rows."
            if table.set_once:
                yield f"It sets {_listed(table.set_once)} where only the other database has it set."
        case Newest(by):
            yield f"Merging keeps the row with the later `{by}`."
        case ReplacedWithEpisode():
            yield "Merging takes the rows of episodes that have none here or have advanced there."
        case CustomMerge(rule):
            yield f"Merging {rule}."
        case NotMerged(why):
            yield f"Merging does not change it: {why}."


def _erasing(table: Table) -> Iterator[str]:
    if table.deleted:
        yield "Erasing scores deletes the rows." if table.scores else "Erasing deletes the rows."
    blanked = [column for column in table.columns if column.erased_value is not None]
    everywhere = [column.name for column in blanked if not column.own_seat_only]
    own = [column.name for column in blanked if column.own_seat_only]
    if everywhere:
        yield f"Erasing overwrites {_listed(everywhere)}."
    if own:
        yield f"For the person's own seat, erasing overwrites {_listed(own)}."
    naming = [column.name for column in table.columns if column.names_person]
    if naming:
        yield f"Erasing a person replaces their name in {_listed(naming)}, in every row."


def _export(table: Table) -> Iterator[str]:
    match table.export:
        case None:
            yield "It is not exported."
        case model.ROWS:
            yield f"An export contains the rows of an episode in `{table.name}`."
        case model.REFERENCED:
            yield "An export contains the rows that an episode refers to."
        case "":
            yield "An export contains it in the episode itself."
        case place:
            yield f"An export contains it in `{place.removesuffix('[].')}`."


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
