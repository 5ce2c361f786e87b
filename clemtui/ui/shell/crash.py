"""Crashes: a report file, and a one-line message that names it."""

from __future__ import annotations

import platform
import traceback
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.text import Text

from clemtui import __version__
from clemtui.episode.errors import PlayError, describe_error
from clemtui.language import Interface


class Crash(PlayError):
    """A bug of the program, shown to the person as one line. The bug itself is the cause."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line

    def __rich__(self) -> Text:
        return Text(self.line)


def write_report(error: BaseException, folder: Path, *, now: datetime | None = None) -> Path:
    """Write a report about an error to a new file in ``folder`` and return its path.

    The report has versions and code locations but no text written by anyone: no values of variables
    and no error message, which could quote a game.

    Raises:
        OSError: if the file cannot be written.
    """
    moment = now or datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"crash-{moment:%Y%m%d-%H%M%S-%f}.txt"
    path.write_text(_report(error, moment), encoding="utf-8")
    return path


def _report(error: BaseException, moment: datetime) -> str:
    lines = [
        f"clemtui {__version__}, {moment.isoformat(timespec='seconds')}",
        f"Python {platform.python_version()} on {platform.system()} {platform.release()}",
        *(f"{package} {version(package)}" for package in ("textual", "rich")),
        "",
    ]
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        lines.append(f"{type(cause).__module__}.{type(cause).__qualname__}")
        lines += [
            f"  {Path(frame.filename).name}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(cause.__traceback__)
        ]
        cause = cause.__cause__ or cause.__context__
    return "\n".join(lines) + "\n"


def crash_message(error: BaseException, folder: Path | None, ui: Interface) -> str:
    """Write the report and return a message that names it.

    If it cannot be written, the message describes the error instead.
    """
    try:
        if folder is not None:
            path = write_report(error, folder)
            return ui.text(
                "Sorry, clemtui has crashed. Your episodes are saved. A crash report, without "
                "any of their text, is in {path}",
                path=path,
            )
    except OSError as trouble:
        return ui.text(
            "Sorry, clemtui has crashed. Your episodes are saved. The crash report could not "
            "be written ({why}). Error: {what}",
            why=trouble.strerror or trouble,
            what=describe_error(error),
        )
    return ui.text(
        "Sorry, clemtui has crashed. Your episodes are saved. Error: {what}",
        what=describe_error(error),
    )
