"""Copying, through the terminal and into the system's clipboard.

Terminals copy on request (escape sequence OSC 52), also over a network. They do not report success,
and many are configured not to copy. If the machine is the person's own, the system's clipboard is
therefore filled as well.

pyperclip does this through the system's tools (xclip, wl-copy, pbcopy, …). It runs in a separate
process: those tools print errors to the terminal, in the middle of the screen, and may hang.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass

from textual.app import App

from clemtui.language import Interface, Localised
from clemtui.language.sinks import clipboard_text

TERMINAL_LIMIT = 74_994
"""Maximum characters of base64 in one OSC 52.

Terminals drop or truncate more: this is the limit of hterm and its descendants; xterm and tmux
accept more.
"""

SYSTEM_SECONDS = 3.0
"""Timeout for the system's tool."""

_COPY = "import sys, pyperclip; pyperclip.copy(sys.stdin.buffer.read().decode('utf-8'))"


@dataclass(frozen=True, slots=True)
class CopyResult:
    """How a text was copied.

    Attributes:
        sent_to_terminal: whether the terminal was asked to copy; it is not if the text is too long.
        in_browser: whether that is the terminal of a page in a browser, which does copy.
        in_system_clipboard: whether the text is in the system's clipboard.
    """

    sent_to_terminal: bool
    in_system_clipboard: bool
    in_browser: bool = False

    @property
    def attempted(self) -> bool:
        """Whether the text went anywhere at all."""
        return self.sent_to_terminal or self.in_system_clipboard

    def message(self, interface: Interface) -> Localised:
        """Return a message that describes the result."""
        if self.in_system_clipboard or (self.sent_to_terminal and self.in_browser):
            return interface.text("Copied to the clipboard.")
        if self.sent_to_terminal:
            return interface.text(
                "Sent to your terminal's clipboard; not every terminal supports this."
            )
        return interface.text(
            "This is too long for your terminal to copy. Save it to a file instead."
        )


async def copy(
    app: App[object], text: str, environment: Mapping[str, str] = os.environ
) -> CopyResult:
    """Copy a text and return what was done. Never raises because of the text or the system.

    Over SSH and in a browser, the clipboard of this machine is not the person's, so only their
    terminal is asked. Lone surrogates, which no clipboard can hold, are copied as U+FFFD, and other
    characters that a terminal must not get in their visible form.
    """
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    shown = clipboard_text(whole)
    encoded = shown.encode("utf-8")
    asked = 4 * -(-len(encoded) // 3) <= TERMINAL_LIMIT
    if asked:
        app.copy_to_clipboard(shown)
    over_ssh = environment.get("SSH_CONNECTION") or environment.get("SSH_TTY")
    remote = app.is_web or bool(over_ssh)
    copied = not remote and await _system(encoded)
    return CopyResult(asked, copied, app.is_web)


def _command() -> tuple[str, ...]:
    """Return the command that fills the system's clipboard from its standard input.

    ``-P`` keeps it from importing modules from the current folder.
    """
    return sys.executable, "-P", "-W", "ignore", "-c", _COPY


async def _system(encoded: bytes) -> bool:
    """Copy with the system's tool. Return True if it exited with 0 and printed no errors.

    pyperclip itself ignores exit codes.
    """
    with tempfile.TemporaryFile() as complaints:
        try:
            process = await asyncio.create_subprocess_exec(
                *_command(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=complaints,
                start_new_session=True,  # the tool keeps running to serve the text for pasting
            )
        except OSError:
            return False  # no process can be started, but the terminal was asked
        try:
            async with asyncio.timeout(SYSTEM_SECONDS):
                await process.communicate(encoded)
        except TimeoutError:
            return False
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                    process.kill()
                await process.wait()
        return process.returncode == 0 and os.fstat(complaints.fileno()).st_size == 0
