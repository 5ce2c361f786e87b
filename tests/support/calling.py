"""Calls of the program, in this process with in-memory streams or as a separate process."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from clemtui.cli import main
from tests.support.paths import ROOT


@dataclass(frozen=True)
class CallResult:
    """The outcome of a call of the program."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The error message, which must be a single line."""
        assert self.err.startswith("clemtui: "), self.err
        assert self.err.count("\n") == 1, self.err
        assert self.err.endswith("\n")
        return self.err.removeprefix("clemtui: ").rstrip("\n")


def call(*arguments: str, typed: str = "") -> CallResult:
    """Call the program in this process, with ``typed`` on its standard input."""
    out, err = (_stream() for _ in range(2))
    given = _stream(typed.encode("utf-8", "surrogateescape"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", given)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as end:
            main(arguments)
    code = end.value.code
    assert isinstance(code, int)
    return CallResult(code, _written(out), _written(err))


def _stream(content: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode("utf-8")


def program(
    *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start the program as a separate process; all three of its streams are pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "clemtui", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
    )


def call_process(*arguments: str, typed: str = "") -> CallResult:
    """Run the program as a separate process with ``typed`` piped into it."""
    process = program(*arguments)
    out, err = process.communicate(typed.encode("utf-8", "surrogateescape"), timeout=60)
    return CallResult(process.returncode, out.decode("utf-8"), err.decode("utf-8"))
