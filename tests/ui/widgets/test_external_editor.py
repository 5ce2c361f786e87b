"""Long answers in the person's own editor: what is read back, and what is left behind."""

from __future__ import annotations

import asyncio
import shlex
import signal
import stat
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from textual.app import App

from clemtui.config import Settings
from clemtui.config.editor import EditorFailed, editor_command
from clemtui.language import Interface
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.shell.editor import edit
from clemtui.ui.widgets.answer.box import AnswerBox
from tests.ui.support.app import ControlledPartner, PlayedEpisode, playing, stored_episode, until


@contextmanager
def suspended(app: ClemtuiApp) -> Iterator[None]:
    """Stand in for suspending the app without a terminal."""
    yield


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "suspend", suspended)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "surely-not-an-editor")


def script(body: str) -> str:
    """Return the command of an editor that runs this code on the file ``f``."""
    code = f"import os, sys, pathlib; f = pathlib.Path(sys.argv[1]); {body}"
    return shlex.join([sys.executable, "-c", code])


@asynccontextmanager
async def writing(
    tmp_path: Path, command: str | None, interface: str = "verbatim"
) -> AsyncIterator[PlayedEpisode]:
    partners = {"Player 2": ControlledPartner()}
    async with playing(tmp_path, "taboo", partners=partners, interface=interface) as table:
        await table.wait_for_request()
        table.app.context.settings = Settings(editor=command)
        yield table


def box(table: PlayedEpisode) -> AnswerBox:
    return table.screen.query_one(AnswerBox)


def notices(table: PlayedEpisode) -> str:
    return " ".join(notice.message for notice in table.app._notifications)


@pytest.mark.parametrize(
    ("chosen", "environment", "command"),
    [
        ("code --wait", {"VISUAL": "vim", "EDITOR": "nano"}, "code --wait"),
        (None, {"VISUAL": "vim", "EDITOR": "nano"}, "vim"),
        (None, {"VISUAL": " ", "EDITOR": "nano"}, "nano"),
        (None, {}, ""),
    ],
)
def test_the_setting_comes_before_the_environment(
    chosen: str | None, environment: dict[str, str], command: str
) -> None:
    assert editor_command(chosen, environment) == command


async def test_saved_text_is_in_the_box_and_can_be_undone(tmp_path: Path) -> None:
    saving = script("f.write_text(f.read_text().upper() + 'and more\\n')")
    async with writing(tmp_path, saving) as table:
        await table.type("clue: a")
        answering = table.composer.answering
        await table.pilot.press("ctrl+s")
        await until(table.pilot, lambda: box(table).text == "CLUE: A\nand more")
        assert table.composer.answering is answering, "the time went on"
        await table.pilot.press("ctrl+z")
        assert box(table).text == "clue: a"
        await table.pilot.press("ctrl+y", "enter")
        await until(table.pilot, lambda: stored_episode(tmp_path, table.live.id).entries)
        (entry,) = stored_episode(tmp_path, table.live.id).entries
        assert entry.timing is not None
        assert entry.timing.pauses == ()


async def test_the_file_is_private_and_deleted_afterwards(tmp_path: Path) -> None:
    told = tmp_path / "told"
    telling = script(
        f"pathlib.Path({str(told)!r}).write_text(f'{{f}} {{f.stat().st_mode}} "
        "{f.parent.stat().st_mode}')"
    )
    async with writing(tmp_path, telling) as table:
        await table.type("x")
        await table.pilot.press("ctrl+s")
        await until(table.pilot, lambda: told.exists() and told.read_text().count(" ") == 2)
        file, mode, folder = told.read_text().split()
        assert stat.S_IMODE(int(mode)) == 0o600
        assert stat.S_IMODE(int(folder)) == 0o700
        await until(table.pilot, lambda: not Path(file).parent.exists())


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (None, "Editor surely-not-an-editor not found"),
        (script("sys.exit(3)"), "exited with code 3; your answer is unchanged"),
        (script("os.kill(os.getpid(), 15)"), "was stopped; your answer is unchanged"),
        (script("f.write_bytes(b'\\xff\\xfe\\xff')"), "not UTF-8 text"),
        (script("f.write_text('x' * 2_000_000)"), "too long for an answer"),
    ],
)
async def test_failures_show_one_line_and_change_nothing(
    tmp_path: Path, command: str | None, said: str
) -> None:
    async with writing(tmp_path, command) as table:
        await table.type("kept")
        await table.pilot.press("ctrl+s")
        await until(table.pilot, lambda: said in notices(table))
        assert box(table).text == "kept"


@pytest.mark.parametrize("body", ["f.unlink()", "pass", "f.write_text(f.read_text().rstrip())"])
async def test_what_was_not_saved_changes_nothing(tmp_path: Path, body: str) -> None:
    async with writing(tmp_path, script(body)) as table:
        await table.type("kept")
        edits = table.composer.answering._edits  # type: ignore[union-attr]
        done: list[str] = []

        async def noting(*given: object) -> str:
            text = await edit(*given)  # type: ignore[arg-type]
            done.append(text)
            return text

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("clemtui.ui.play.editing.edit", noting)
            await table.pilot.press("ctrl+s")
            await until(table.pilot, lambda: done)
        assert done == ["kept"]
        await table.pilot.pause()
        assert box(table).text == "kept"
        assert table.composer.answering._edits == edits  # type: ignore[union-attr]


async def test_a_terminal_that_cannot_be_suspended_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    async with writing(tmp_path, script("f.write_text('no')")) as table:
        await table.pilot.press("ctrl+s")
        await until(table.pilot, lambda: "cannot be opened in this terminal" in notices(table))


async def test_only_long_texts_are_edited_outside(tmp_path: Path) -> None:
    async with writing(tmp_path, script("f.write_text('no')"), interface="assisted") as table:
        assert table.screen.check_action("editor", ()) is False
        await table.type("one", "ctrl+s")
        await table.pilot.pause(0.05)
        assert table.composer.draft() == {"clue": "one"}


async def test_an_interrupt_is_for_the_editor_and_does_not_end_the_program() -> None:
    class Bare(App[object]):
        pass

    before = signal.getsignal(signal.SIGINT)
    app = Bare()
    async with app.run_test():
        command = script("import signal, time; os.kill(os.getppid(), signal.SIGINT)")
        text = await edit(app, "kept", command, Interface("en"))
        await asyncio.sleep(0)
    assert text == "kept"
    assert signal.getsignal(signal.SIGINT) is before


async def test_an_invalid_command_is_reported() -> None:
    with pytest.raises(EditorFailed, match="cannot be parsed"):
        await edit(App(), "", "vim 'half", Interface("en"))
    with pytest.raises(EditorFailed, match="No editor is set"):
        await edit(App(), "", "", Interface("en"))
