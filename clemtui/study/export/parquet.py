"""Tables as Parquet, with the same cells as in CSV but typed. Requires the extra ``parquet``."""

from __future__ import annotations

import importlib
import io
import shlex
import sys
from collections.abc import Mapping
from typing import Any

from clemtui.episode.errors import PlayError
from clemtui.study.export.cells import plain_text
from clemtui.study.export.columns import Cell, FilledTable, Kind

EXTRA = "parquet"
_PACKAGE = "pyarrow"
_COMMAND = f'{shlex.quote(sys.executable)} -m pip install "pyarrow>=18,<27"'
_TYPES: Mapping[Kind, str] = {
    "text": "string", "json": "string", "integer": "int64", "number": "float64", "flag": "bool_"
}  # fmt: skip


def check_parquet() -> None:
    """Check that Parquet can be written.

    Raises:
        PlayError: if the package of the extra is not installed.
    """
    try:
        importlib.import_module(_PACKAGE)
    except ModuleNotFoundError as error:
        if error.name != _PACKAGE:
            raise
        raise PlayError(
            f"Parquet requires {_PACKAGE}: install the extra {EXTRA}, or run: {_COMMAND}"
        ) from None


def parquet_of(table: FilledTable) -> bytes:
    """Return a table as the content of a Parquet file."""
    arrow = importlib.import_module(_PACKAGE)
    fields = [arrow.field(each.name, _type(arrow, each.kind)) for each in table.columns]
    columns = [
        arrow.array(
            [_value(cell, each.kind) for cell in table.cells(each.name)],
            type=_type(arrow, each.kind),
        )
        for each in table.columns
    ]
    made, file = arrow.table(columns, schema=arrow.schema(fields)), io.BytesIO()
    importlib.import_module(f"{_PACKAGE}.parquet").write_table(made, file)
    return file.getvalue()


def _type(arrow: Any, kind: Kind) -> Any:
    return arrow.timestamp("us", tz="UTC") if kind == "time" else getattr(arrow, _TYPES[kind])()


def _value(cell: Cell, kind: Kind) -> Cell:
    return plain_text(cell, kind) if isinstance(cell, str) else cell
