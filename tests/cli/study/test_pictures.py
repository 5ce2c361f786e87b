"""The pictures of ``clemtui study report``: in the terminal, as SVG files, and as one HTML file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.study.test_collecting import SMALL, join
from tests.study.protocols import study_folder
from tests.support.calling import CallResult, call
from tests.support.paths import ROOT

NAMES = ("flow", "joint", "played", "quality", "participants", "learning")


@pytest.fixture
def played(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a study that two people and the scripted player have played."""
    study_folder(home / "data" / "studies", *SMALL)
    call("study", "freeze", "memory")
    for _ in range(2):
        join()
    assert call("study", "match", "memory", "--players", "scripted").code == 0
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def report(*options: str) -> CallResult:
    return call("study", "report", "memory", *options)


def files(folder: Path) -> list[str]:
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*"))


def test_plots_follow_the_report(played: Path) -> None:
    plain, plotted = report(), report("--plots")
    assert plotted.code == 0
    assert plotted.out.startswith(plain.out)
    shown = plotted.out.removeprefix(plain.out)
    for each in ("Flow of participants", ", en): 2 participants", "scripted"):
        assert each in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "├" in shown
    assert files(played) == []


def test_a_console_that_cannot_show_lines_gets_ascii(played: Path) -> None:
    called = subprocess.run(
        [sys.executable, "-m", "clemtui", "study", "report", "memory", "--plots"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
        check=True,
    )
    shown = called.stdout.decode("ascii").partition("Flow of participants")[2]
    assert "[--" in shown
    assert "\\u" not in shown


def test_svg_writes_every_picture_to_a_new_folder(played: Path) -> None:
    called = report("--svg", "new/pictures")
    assert called.code == 0
    expected = sorted(f"memory-{name}.svg" for name in NAMES)
    assert files(played / "new" / "pictures") == expected
    for name in expected:
        assert ET.parse(played / "new" / "pictures" / name).getroot().tag.endswith("}svg")
        assert f"Written to new/pictures/{name}\n" in called.err
    assert called.out == report().out, "the report itself is printed too"


def test_html_writes_one_file_with_the_printed_numbers(played: Path) -> None:
    assert report("--html", "report.html").code == 0
    page = re.sub("</?span[^>]*>", "", (played / "report.html").read_text("utf-8"))
    frozen = json.loads(report("--json").out)
    assert files(played) == ["report.html"]
    assert frozen["manifest"] in page
    (row, *_) = (line for line in report().out.splitlines() if line.startswith("  joint "))
    cells = [part.strip() for part in re.split(r"\s{2,}", row.strip())]
    assert len(cells) == 6
    for each in cells:
        assert f">{each}</td>" in page


def test_json_can_be_printed_while_files_are_written(played: Path) -> None:
    called = report("--json", "--html", "report.html", "--svg", ".")
    assert json.loads(called.out)["study"] == "memory"
    assert len(files(played)) == 1 + len(NAMES)


@pytest.mark.parametrize("taken", ["pictures/memory-learning.svg", "report.html"])
def test_no_file_is_replaced_and_then_none_is_written(played: Path, taken: str) -> None:
    (played / "pictures").mkdir()
    (played / taken).write_text("mine", "utf-8")
    before = files(played)
    called = report("--svg", "pictures", "--html", "report.html")
    assert (called.code, called.out) == (1, "")
    assert called.error == f"{taken} already exists; choose another name"
    assert files(played) == before
    assert (played / taken).read_text("utf-8") == "mine"


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_is_full_at_any_moment_leaves_nothing(
    played: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if there:
        (played / "new").mkdir()
    before, sync = files(played), os.fsync
    for room in range(1 + len(NAMES)):
        left = iter(range(room))

        def full(descriptor: int, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise OSError(28, "No space left on device")
            sync(descriptor)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            called = report("--svg", "new/pictures", "--html", "report.html")
        assert (called.code, called.out) == (1, "")
        assert called.error.startswith("cannot write ")
        assert called.error.endswith("No space left on device; no file was written")
        assert files(played) == before


@pytest.mark.parametrize(
    ("options", "code", "why"),
    [
        (("--html", "report.pdf"), 2, "would not contain what its extension says"),
        (("--html", "no/report.html"), 2, "the folder no does not exist"),
        (("--json", "--plots"), 2, "exclude each other"),
        (("--r-script", "memory.R", "--plots"), 2, "exclude each other"),
        (("--r-script", "memory.R", "--svg", "."), 2, "exclude each other"),
        (("--r-script", "memory.R", "--html", "report.html"), 2, "exclude each other"),
        (("--svg", "file/pictures"), 1, "cannot create the folder file/pictures"),
    ],
)
def test_what_cannot_be_written_is_refused(
    played: Path, options: tuple[str, ...], code: int, why: str
) -> None:
    (played / "file").touch()
    called = report(*options)
    assert (called.code, called.out) == (code, "")
    assert why in called.error
    assert files(played) == ["file"]


def test_a_study_without_participants_has_pictures(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    call("study", "freeze", "memory")
    called = report(
        "--plots", "--svg", str(tmp_path / "svg"), "--html", str(tmp_path / "report.html")
    )
    assert called.code == 0, called.err
    assert "nothing to count" in called.out
    assert len(files(tmp_path / "svg")) == len(NAMES)
