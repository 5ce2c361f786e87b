"""A study that several people have taken part in, recorded once and copied for each test."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.study.exported import export
from tests.cli.study.test_collecting import ENTERS, LOSES, READS, SMALL, UNDERSTANDS, code_in, join
from tests.study.protocols import study_folder
from tests.support.calling import call

AGREES = ("yes", "8", "yes", "yes", "")
"""As `ENTERS`, and may be published."""

HOSTILE = ('=HYPERLINK("x")', "\u202egnirts\u200b", "ａ☠️,'c")
SECRET = ("walrus", "zygote", "zenith")
REMARK = '@SUM(A1) "quoted"\u2066'
SECRET_REMARK = "I live in Trondheim"

_REMARKS = (
    'value = 80.5\n',
    'value = 80.5\n[[questionnaire.questions]]\nid = "remarks"\ntext = { en = "Remarks?" }\n'
    '[[questionnaire.questions]]\nid = "hand"\ntext = { en = "Hand?" }\n'
    'options = [{ en = "left" }, { en = "right" }]\n'
    '[[checks.attention]]\nid = "blue"\ntext = { en = "Choose blue." }\n'
    'options = [{ en = "red" }, { en = "blue" }]\nanswer = 2\n',
)  # fmt: skip


@dataclass(frozen=True)
class Recorded:
    """The home folder, and the codes of the participants in the order of their numbers."""

    home: Path
    codes: tuple[str, ...]

    @property
    def database(self) -> Path:
        return self.home / "data" / "clemtui.db"


def path(
    enters: tuple[str, ...], guesses: tuple[str, ...], remark: str, ai_use: str
) -> tuple[str, ...]:
    """Return the whole path of a participant."""
    ends = ("2", "1", "2", remark, "1", ai_use, "")
    return (*enters, *READS, *LOSES, *UNDERSTANDS, *guesses, *LOSES, *ends)


def record() -> tuple[str, ...]:
    """Record the study ``memory`` in the home of the environment; return the codes."""
    assert call("study", "freeze", "memory").code == 0
    join(("no",))
    join(("yes", "8", "no"))
    codes = []
    for each in (
        path(ENTERS, SECRET, SECRET_REMARK, "2"),
        path(AGREES, HOSTILE, REMARK, "2"),
        path(AGREES, LOSES, "none", "1"),
        (*AGREES, *READS, *LOSES, *UNDERSTANDS, "zebra", "/withdraw", "1", "yes"),
        (*AGREES, *READS, "unspeakable", "/withdraw", "3", "yes"),
        (*AGREES, *READS, *LOSES, *UNDERSTANDS, *LOSES, "/leave"),
    ):
        called = join(each)
        assert called.code == 0, called.err
        codes.append(code_in(called))
    assert join(("ineffable", "/withdraw", "2", "yes"), codes[-1]).code == 0
    _exclude()
    assert call("study", "match", "memory", "--players", "scripted").code == 0
    return tuple(codes)


def _exclude() -> None:
    listed = json.loads(call("episodes", "list", "--json").out)
    third = [each for each in listed if each["state"] == "finished" and not each["practice"]]
    reason = ("--reason", "the fire alarm", "--by", "Ann", "--study", "memory")
    assert call("episodes", "exclude", third[-1]["id"], *reason).code == 0


@pytest.fixture(scope="session")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """The study in a folder of its own, which no test may change."""
    home = tmp_path_factory.mktemp("recorded") / "clemtui"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEMTUI_HOME", str(home))
        study_folder(home / "data" / "studies", *SMALL, _REMARKS)
        return Recorded(home, record())


@pytest.fixture
def recorded(home: Path, recording: Recorded) -> Recorded:
    """The study in the home of the test."""
    shutil.copytree(recording.home, home, dirs_exist_ok=True)
    return Recorded(home, recording.codes)


@pytest.fixture(scope="session")
def folder(recording: Recorded, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The study, exported with transcripts; no test may change it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEMTUI_HOME", str(recording.home))
        return export(tmp_path_factory.mktemp("exported") / "out", "--transcripts")
