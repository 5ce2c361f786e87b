"""Editing of long answers in the user's own editor.

The text is passed in a private file that is deleted afterwards. While the editor has the terminal,
everything else continues: calls to models, and the heartbeat that shows other programs that the
episode is being played.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from clemtui.language import Interface
from clemtui.store.scratch import private_folder

MAX_BYTES = 1_000_000
"""Maximum size in bytes; a longer text was not meant as an answer."""


class EditorFailed(Exception):
    """The editor cannot be used. The message is one line that says what to do."""


def editor_command(chosen: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the editor command: the setting, else VISUAL, else EDITOR; "" if none is set."""
    named = (chosen, environment.get("VISUAL"), environment.get("EDITOR"))
    return next((command for command in named if command and command.strip()), "")


async def edit_text(
    text: str, command: str, interface: Interface, outside: AbstractContextManager[object]
) -> str:
    """Let the user edit a text; return the same text if nothing was saved.

    ``outside`` hands the terminal to the editor while it is active.

    Raises:
        EditorFailed: if the editor is missing or fails, or the saved file is not text.
    """
    words = _words(command, interface)
    with private_folder() as folder:
        file = folder / "answer.txt"
        file.touch(mode=0o600, exist_ok=False)
        # Text files end with a line break, which is not part of the answer.
        ended = text if not text or text.endswith("\n") else f"{text}\n"
        file.write_bytes(ended.encode("utf-8", "replace"))
        with outside, _ignore_interrupts():
            code = await _run([*words, str(file)], interface)
        if code != 0:
            raise EditorFailed(_failure(words[0], code, interface))
        return _read(file, text, interface)


def _words(command: str, interface: Interface) -> list[str]:
    if not command.strip():
        raise EditorFailed(
            interface.text("No editor is set. Name one in the settings or in EDITOR.")
        )
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError:
        raise EditorFailed(
            interface.text("The editor command cannot be parsed: {command}", command=command)
        ) from None
    if shutil.which(words[0]) is None:
        raise EditorFailed(
            interface.text("Editor {editor} not found. Name another one.", editor=words[0])
        )
    return words


def _failure(editor: str, code: int, interface: Interface) -> str:
    if code < 0:  # by a signal, e.g. from Ctrl+C
        return interface.text("{editor} was stopped; your answer is unchanged.", editor=editor)
    return interface.text(
        "{editor} exited with code {code}; your answer is unchanged.",
        editor=editor,
        code=str(code),
    )


async def _run(words: list[str], interface: Interface) -> int:
    try:
        process = await asyncio.create_subprocess_exec(*words)
    except OSError as error:
        raise EditorFailed(
            interface.text(
                "{editor} could not be started: {why}", editor=words[0], why=error.strerror or ""
            )
        ) from None
    try:
        return await process.wait()
    finally:
        if process.returncode is None:  # clemtui is exiting meanwhile
            with contextlib.suppress(ProcessLookupError):
                process.terminate()


def _read(file: Path, before: str, interface: Interface) -> str:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise EditorFailed(interface.text("The text is too long for an answer."))
        # utf-8-sig: some editors start a file with a byte order mark
        text = file.read_bytes().decode("utf-8-sig")
    except OSError:
        return before  # the file was deleted: same as not saved
    except UnicodeDecodeError:
        raise EditorFailed(
            interface.text("The file saved by the editor is not UTF-8 text, so it was ignored.")
        ) from None
    text = text.replace("\r\n", "\n")
    return text if before.endswith("\n") else text.removesuffix("\n")


@contextlib.contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl+C, which reaches every program of the terminal but is meant for the editor.

    Uses a handler that does nothing; the editor would inherit SIG_IGN.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
