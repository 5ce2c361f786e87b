"""docs/runs.md: its commands work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from clemtui.archive.episodes import list_episodes
from clemtui.records.rows import EpisodeFilter
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "runs.md").read_text("utf-8")
(EXAMPLES,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
(RESUME,) = re.findall(r"^    clemtui (.*)$", PAGE, re.MULTILINE)


def test_examples_work_and_runs_resume(home: Path) -> None:
    for command in EXAMPLES.splitlines():
        called = call(*shlex.split(command)[1:])
        assert called.code == 0, command
    episodes = list_episodes(home / "data" / "clemtui.db", EpisodeFilter())
    (run,) = episodes[0].tags["run"]
    assert call(*RESUME.replace("20260131-0a1b2c", run).split()).code == 0
    assert call("report", "--tag", f"run={run}").code == 0
    assert len(list_episodes(home / "data" / "clemtui.db", EpisodeFilter())) == len(episodes)
