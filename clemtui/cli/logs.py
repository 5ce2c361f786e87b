"""Log records and warnings that no one else handles. Libraries quote what servers sent.

The modules that make text safe are only loaded when there is something to print.
"""

from __future__ import annotations

import logging
import sys
import warnings
from typing import TextIO


class LogHandler(logging.Handler):
    """Prints log records to standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        from clemtui.language.sinks import say

        try:
            say(self.format(record), err=True)
        except Exception:  # noqa: BLE001 - as the logging module asks of handlers
            self.handleError(record)


def guard_logs() -> None:
    """Print unhandled log records and all warnings through the sink of the standard streams."""
    logging.lastResort = LogHandler(logging.WARNING)
    warnings.showwarning = _show_warning


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    from clemtui.language.sinks import write

    text = warnings.formatwarning(message, category, filename, lineno, line)
    write(file or sys.stderr, text.removesuffix("\n"))
