"""Copying: through the terminal, which works over a network, and into the system's clipboard.

Terminals copy on request (the escape sequence OSC 52), and nobody learns whether they did; many are
set up not to. So the system's clipboard is filled as well where it is this machine's own.

pyperclip runs the tools of the system for that (xclip, wl-copy, pbcopy, ...). It runs in a process
of its own: those tools complain on the terminal, into the middle of the screen, and may hang.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

    from clemtui.language import Interface, Localised

TERMINAL_LIMIT = 74_994
"""Characters of base64 in one OSC 52: terminals drop or cut more (the limit of hterm and of the
tools made after it; xterm and tmux take more)."""

SYSTEM_SECONDS = 3.0
"""After which a tool of the system is given up."""

_COPY = "import sys, pyperclip; pyperclip.copy(sys.stdin.buffer.read().decode('utf-8'))"


@dataclass(frozen=True, slots=True)
class CopyResult:
    """What was done to copy a text.

    Attributes:
        asked: whether the terminal was asked; it is not where the text is too long for it.
        copied: whether the text is in the clipboard of the system.
    """

    asked: bool
    copied: bool

    @property
    def done(self) -> bool:
        """Whether anything was done at all."""
        return self.asked or self.copied

    def said(self, interface: Interface) -> Localised:
        """The same in a sentence."""
        if self.copied:
            return interface.text("Copied to the clipboard.")
        if self.asked:
            return interface.text(
                "Sent to your terminal to copy; not every terminal supports this."
            )
        return interface.text("This is too long for your terminal to copy; save it to a file.")


async def copy(
    app: App[object], text: str, environment: Mapping[str, str] = os.environ
) -> CopyResult:
    """Copy a text, and say what was done. Never raises because of the text or the system.

    Over SSH the clipboard of this machine is not the person's: only their terminal is asked. What
    no clipboard can hold (lone surrogates) is copied as U+FFFD.
    """
    exact = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    encoded = exact.encode("utf-8")
    asked = 4 * -(-len(encoded) // 3) <= TERMINAL_LIMIT
    if asked:
        app.copy_to_clipboard(exact)
    remote = bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))
    copied = not remote and await _system(encoded)
    return CopyResult(asked, copied)


def _command() -> tuple[str, ...]:
    """What fills the clipboard of the system from its input. ``-P``: with this program's own
    packages, and not with what lies in the folder where it was started."""
    return sys.executable, "-P", "-W", "ignore", "-c", _COPY


async def _system(encoded: bytes) -> bool:
    """Whether the clipboard of the system took a text: its tool ended well, without a complaint
    (pyperclip does not look at how it ended)."""
    with tempfile.TemporaryFile() as complaints:
        try:
            process = await asyncio.create_subprocess_exec(
                *_command(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=complaints,
                start_new_session=True,  # the tool holds the text as long as it is to be pasted
            )
        except OSError:
            return False  # no process can be started: the terminal has been asked
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
