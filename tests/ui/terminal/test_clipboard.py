"""Copying: through the terminal and the system's clipboard, with a message about the result."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from textual.app import App

from clemtui.language import Interface
from clemtui.ui.terminal import clipboard
from clemtui.ui.terminal.clipboard import TERMINAL_LIMIT, CopyResult, copy

HERE: dict[str, str] = {}
FAR = {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}


def system(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Replace the system's clipboard tool by a Python program."""
    monkeypatch.setattr(clipboard, "_command", lambda: (sys.executable, "-I", "-c", program))


@dataclass(frozen=True)
class FileClipboard:
    """A file in place of the system's clipboard."""

    file: Path

    @property
    def text(self) -> str | None:
        """The text to paste; None if nothing was copied."""
        return self.file.read_bytes().decode("utf-8") if self.file.exists() else None


@pytest.fixture
def clipboard_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FileClipboard:
    """Return a stand-in for the system's clipboard."""
    file = tmp_path / "clipboard"
    system(monkeypatch, f"import sys; open({str(file)!r}, 'wb').write(sys.stdin.buffer.read())")
    return FileClipboard(file)


async def test_terminal_and_system_are_both_used_locally(clipboard_file: FileClipboard) -> None:
    app: App[object] = App()
    result = await copy(app, "Grüße\nan alle\r\n", HERE)
    assert result == CopyResult(sent_to_terminal=True, in_system_clipboard=True)
    assert app.clipboard == "Grüße\nan alle\n"
    assert clipboard_file.text == "Grüße\nan alle\n"


async def test_the_terminal_gets_osc_52(
    clipboard_file: FileClipboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    app: App[object] = App()
    async with app.run_test():
        written: list[str] = []
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", written.append)
        await copy(app, "tea", HERE)
    assert "\x1b]52;c;dGVh\a" in written


async def test_a_visitor_in_a_browser_does_not_fill_the_servers_clipboard(
    clipboard_file: FileClipboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    app: App[object] = App()
    monkeypatch.setattr(App, "is_web", True)
    result = await copy(app, "tea", HERE)
    assert result == CopyResult(sent_to_terminal=True, in_system_clipboard=False, in_browser=True)
    assert result.message(Interface("en")) == "Copied to the clipboard."
    assert clipboard_file.text is None


@pytest.mark.parametrize("variable", ["SSH_CONNECTION", "SSH_TTY"])
async def test_over_ssh_the_other_machines_clipboard_stays_as_it_is(
    variable: str, clipboard_file: FileClipboard
) -> None:
    app: App[object] = App()
    assert await copy(app, "tea", {variable: "x"}) == CopyResult(
        sent_to_terminal=True, in_system_clipboard=False
    )
    assert app.clipboard == "tea"
    assert clipboard_file.text is None


async def test_a_text_that_the_terminal_would_cut_goes_to_the_system_alone(
    clipboard_file: FileClipboard,
) -> None:
    longest = "x" * (TERMINAL_LIMIT // 4 * 3)
    app: App[object] = App()
    assert await copy(app, longest, FAR) == CopyResult(
        sent_to_terminal=True, in_system_clipboard=False
    )
    assert await copy(app, longest + "xx", HERE) == CopyResult(
        sent_to_terminal=False, in_system_clipboard=True
    )
    assert app.clipboard == longest, "the longer one was not handed to the terminal"
    assert clipboard_file.text == longest + "xx"
    nothing = await copy(app, longest + "xx", FAR)
    assert not nothing.attempted


async def test_the_limit_counts_bytes_not_characters(clipboard_file: FileClipboard) -> None:
    app: App[object] = App()
    assert not (await copy(app, "茶" * (TERMINAL_LIMIT // 4 + 1), HERE)).sent_to_terminal


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\udfff", "\ufffd"),
        ("\ud83c\udf75", "🍵"),
        ("", ""),
        ("\0", "␀"),
        ("a\tb\r\nc", "a\tb\nc"),
        ("rm x\r\x1b[201~\x9b", "rm x␍␛[201~⟨U+009B⟩"),
    ],
)
async def test_no_text_is_a_problem(text: str, copied: str, clipboard_file: FileClipboard) -> None:
    app: App[object] = App()
    assert await copy(app, text, HERE) == CopyResult(
        sent_to_terminal=True, in_system_clipboard=True
    )
    assert app.clipboard == copied
    assert clipboard_file.text == copied


@pytest.mark.parametrize(
    "program",
    [
        "raise SystemExit(1)",
        "import no_such_package_here",
        "import sys; print('cannot open display', file=sys.stderr)",
    ],
    ids=["fails", "is not there", "complains and ends well"],
)
async def test_a_system_that_takes_nothing_fails_quietly(
    program: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    system(monkeypatch, program)
    app: App[object] = App()
    assert await copy(app, "tea", HERE) == CopyResult(
        sent_to_terminal=True, in_system_clipboard=False
    )
    assert capfd.readouterr() == ("", ""), "nothing is written over the screen"


async def test_a_tool_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pid = FileClipboard(tmp_path / "pid")
    hang = (
        f"import os, signal; open({str(pid.file)!r}, 'w').write(str(os.getpid())); signal.pause()"
    )
    monkeypatch.setattr(clipboard, "SYSTEM_SECONDS", 1)
    system(monkeypatch, hang)
    assert await copy(App[object](), "tea", HERE) == CopyResult(
        sent_to_terminal=True, in_system_clipboard=False
    )
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.text or 0), 0)


async def test_a_python_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_command", lambda: ("/no/such/program",))
    assert await copy(App[object](), "tea", HERE) == CopyResult(
        sent_to_terminal=True, in_system_clipboard=False
    )


def tool(file: Path, does: str) -> None:
    """Write an executable shell script."""
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(0o755)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="xclip is a tool of Linux")
@pytest.mark.parametrize("works", [True, False])
async def test_the_tools_of_the_system_are_run(
    works: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """This runs pyperclip itself, with a stand-in for the real tool."""
    pytest.importorskip("pyperclip")
    clipboard_file = FileClipboard(tmp_path / "clipboard")
    tool(tmp_path / "which", '[ "$1" = xclip ]')
    tool(
        tmp_path / "xclip",
        f"/bin/cat > {clipboard_file.file}" if works else "echo no display >&2; exit 1",
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    for variable in ("WAYLAND_DISPLAY", "PYTHONPATH"):
        monkeypatch.delenv(variable, raising=False)
    tool(tmp_path / "pyperclip.py", "what lies in the folder of the person is not run")
    monkeypatch.chdir(tmp_path)
    result = await copy(App[object](), "Grüße", HERE)
    assert result == CopyResult(sent_to_terminal=True, in_system_clipboard=works)
    assert clipboard_file.text == ("Grüße" if works else None)


def test_the_message_describes_the_result() -> None:
    interface = Interface("en")
    said = {
        (asked, copied): str(CopyResult(asked, copied).message(interface))
        for asked in (True, False)
        for copied in (True, False)
    }
    assert said[True, True] == said[False, True] == "Copied to the clipboard."
    assert "Sent to your terminal" in said[True, False]
    assert "Save it to a file instead" in said[False, False]
