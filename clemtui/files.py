"""Reading of files that people name, or that lie in folders that they name.

A named pipe would make the program wait for ever, and a device or a huge file would fill the
memory, so these are errors like a missing file.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli

LARGEST = 256 * 2**20
"""Maximum size of a file in bytes; the largest known results of clembench have a few million."""

_HANDED_OVER = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")  # as in --responses <(command)
_NOTHING = "/dev/null"  # as in CLEMTUI_CONFIG=/dev/null


class NotTOML(ValueError):
    """Raised if a text is not TOML, or has values that Python cannot represent."""


def read_bytes(path: Path) -> bytes:
    """Return the content of a regular file, of a pipe that the shell has opened, or of nothing.

    Raises:
        OSError: if it cannot be read, is too large, or is neither.
    """
    if str(path).startswith(_HANDED_OVER) or str(path) == _NOTHING:
        descriptor = os.open(path, os.O_RDONLY)
    else:
        # Without O_NONBLOCK, opening a pipe waits for another program to write to it.
        flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        descriptor = _opened(path, os.O_RDONLY | flags)
    with os.fdopen(descriptor, "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _opened(path: Path, flags: int) -> int:
    descriptor = os.open(path, flags)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    code = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
    reason = os.strerror(code) if code == errno.EISDIR else "not a regular file"
    raise OSError(code, reason, str(path))


def read_text(path: Path, encoding: str = "utf-8-sig") -> str:
    """Return the text of a file, with any line break as ``\\n``.

    Raises:
        OSError: see `read_bytes`.
        UnicodeDecodeError: if it has another encoding.
    """
    text = read_bytes(path).decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_toml(text: str) -> Mapping[str, Any]:
    """Parse TOML.

    Raises:
        NotTOML: if it is invalid, nested too deeply, or has too large numbers.
    """
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotTOML(str(error)) from None
