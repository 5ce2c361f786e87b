"""``clemtui languages effect``: which episodes are compared with which, and in which form."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.reports.effect.selection import INSTALL
from tests.store.records import GPT, LOST, WON, Records
from tests.support.calling import call, call_process
from tests.support.paths import ROOT

STATISTICS = [
    f"clemtui.analysis.effect.{name}" for name in ("computing", "intervals", "significance")
]
"""The modules that import the packages of the extra `stats`, directly or not."""


@pytest.fixture
def records(home: Path) -> Records:
    return Records(home / "data" / "clemtui.db")


@pytest.fixture
def played(records: Records) -> Records:
    """20 grids: 18 found in English, 16 in its paraphrase, 6 in German, 17 in Italian."""
    records.play_grids("en", [WON] * 18 + [LOST] * 2)
    records.play_grids("en-x-para1", [WON] * 16 + [LOST] * 4)
    records.play_grids("de", [WON] * 6 + [LOST] * 12 + [None] * 2)
    records.play_grids("it", [WON] * 17 + [LOST] * 3, reviewed="Ada")
    return records


def reported(*arguments: str) -> dict[str, Any]:
    called = call("languages", "effect", "--format", "json", "--resamples", "499", *arguments)
    assert (called.code, called.err) == (0, "")
    found: dict[str, Any] = json.loads(called.out)
    return found


def compared(*arguments: str) -> dict[str, dict[str, Any]]:
    """Return the comparisons of the only setting, by language."""
    (setting,) = reported(*arguments)["settings"]
    return {each["language"]: each for each in setting["comparisons"]}


def test_empty_database_says_how_to_start(home: Path) -> None:
    called = call("languages", "effect")
    assert called.code == 0
    assert "No episodes to compare." in called.out
    assert "clemtui run referencegame --players scripted --lang en,de,it" in called.out
    assert reported()["settings"] == []
    assert not home.exists()


def test_everything_is_in_the_json(played: Records) -> None:
    """German loses twelve of 20 pairs: McNemar gives 2 / 2**12, doubled by Holm."""
    found = reported()
    assert (found["baseline"], found["measure"], found["family"]) == ("en", "joint", 2)
    (setting,) = found["settings"]
    assert (setting["game"], setting["players"]) == ("referencegame", "openai/gpt--openai/gpt")
    assert setting["binary"] is True
    assert setting["chance"] == pytest.approx(33.33)
    german = {each["language"]: each for each in setting["comparisons"]}["de"]
    assert german["difference"]["value"] == -60.0
    assert german["difference"]["low"] < -60 < german["difference"]["high"] < 0
    assert (german["test"], german["p"]) == ("mcnemar", pytest.approx(2 / 2**12))
    assert german["p_adjusted"] == pytest.approx(4 / 2**12)
    assert (german["effect"], german["effect_size"]) == (-0.5, "cohen's g")
    assert (german["tasks"], german["without_partner"], german["paired"]) == (20, 0, True)
    level = {each["language"]: each for each in setting["languages"]}["de"]
    assert level["played"]["value"] == 90.0
    assert level["played"]["exact_low"] == pytest.approx(68.30, abs=0.01)
    assert level["abort_causes"] == [
        {"seat": "Player 2", "verdict": "malformed", "reason": "referencegame.said.no_answer",
         "episodes": 2}
    ]  # fmt: skip


def test_paraphrases_form_the_wording_band(played: Records) -> None:
    found = compared()
    assert (found["en-x-para1"]["control"], found["en-x-para1"]["p_adjusted"]) == (True, None)
    assert found["it"]["like_wording"] is True
    assert found["de"]["like_wording"] is False


def test_cautions(played: Records) -> None:
    (setting,) = reported()["settings"]
    cautions = {(each["kind"], each["language"]) for each in setting["cautions"]}
    assert {("floor", "de"), ("unreviewed", "de"), ("unreviewed", "en-x-para1")} <= cautions
    assert (
        not {("floor", "en"), ("floor", "it"), ("unreviewed", "en"), ("unreviewed", "it")}
        & cautions
    )


def test_tables_and_plot_at_the_terminal(played: Records) -> None:
    out = call("languages", "effect").out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "Reference game · openai/gpt + openai/gpt" in lines
    assert "English (en) 20 20 100.0 [83.9; 100.0] 90.0 [69.9; 97.2] 90.0 [69.9; 97.2]" in lines
    (german,) = (line for line in lines if line.startswith("German (de) 20 -60.0 ["))
    assert german.endswith("] <0.001 <0.001 -0.50")
    (plot,) = (line for line in out.splitlines() if line.startswith("de ") and "●" in line)
    assert plot.index("├") < plot.index("●") < plot.index("┤") < plot.index("│")
    assert any("○" in line for line in lines)
    (band,) = (line for line in lines if line.startswith("- Wording band ["))
    assert band.endswith("a change of wording could explain the difference: Italian (it).")
    assert (
        "- At the floor (guessing gives 33.3), where differences say little: German (de)." in lines
    )
    assert (
        "p adjusted by Holm over 2 comparisons; paraphrases are controls and do not count." in lines
    )


def test_sentences_are_wrapped_at_a_terminal(
    played: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = call("languages", "effect").out
    monkeypatch.setattr("clemtui.cli.languages.effect._columns", lambda: 60)
    broken = call("languages", "effect").out
    (sentence,) = (line for line in whole.splitlines() if line.startswith("- Language packs not"))
    lines = broken.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("- Language packs not"))
    more = next(line for line in lines[at + 1 :] if line)
    assert len(sentence) > 60
    assert len(lines[at]) <= 60
    assert more.startswith("  ")
    assert sentence.startswith(f"{lines[at]} {more.strip()}")


def test_abort_causes_use_the_games_labels(played: Records) -> None:
    out = call("languages", "effect").out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    table = lines[lines.index("Causes of aborted episodes") :]
    (row,) = (line for line in table if line.startswith("German (de)"))
    assert row.startswith("German (de) Finder An answer must be")
    assert row.endswith(" 2")


def test_the_table_as_csv(played: Records) -> None:
    called = call("languages", "effect", "--format", "csv", "--resamples", "499")
    rows = {row["language"]: row for row in csv.DictReader(io.StringIO(called.out))}
    assert list(rows) == ["en", "en-x-para1", "de", "it"]
    assert rows["en"]["compared"] == "baseline"
    german = rows["de"]
    assert (german["compared"], german["pairs"], german["difference"]) == ("paired", "20", "-60.0")
    assert (german["played"], german["played_method"]) == ("90.0", "wilson")
    assert (german["difference_method"], german["difference_n"]) == ("bootstrap+2", "20")
    assert german["cautions"] == "floor unreviewed"
    assert german["abort_causes"] == "Player 2: malformed (referencegame.said.no_answer): 2"
    assert float(german["wording_low"]) < -10 < float(german["wording_high"])


def test_the_tables_as_markdown_into_a_new_file(
    played: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ("languages", "effect", "--format", "md", "-o", "effect.md")
    called = call(*arguments)
    assert (called.code, called.out, called.err) == (0, "", "Written to effect.md\n")
    text = Path("effect.md").read_text("utf-8")
    assert "## Reference game · openai/gpt + openai/gpt" in text
    assert re.search(r"^\| German \(de\) \| 20 \| -60.0 \\\[", text, re.MULTILINE)
    assert call(*arguments).error == "effect.md already exists; choose another file name"


def test_svg_is_reproducible_and_described(played: Records, tmp_path: Path) -> None:
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    for path in (first, second):
        called = call("languages", "effect", "--plot", str(path))
        assert (called.code, called.err) == (0, f"Written to {path}\n")
    assert first.read_text("utf-8") == second.read_text("utf-8")
    root = ET.fromstring(first.read_text("utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "Difference from English (en) (joint score)"
    described = root.findtext(f"{space}desc")
    assert described is not None
    assert "German (de) -60.0 [" in described
    drawn = [circle.get("class") for circle in root.iter(f"{space}circle")]
    assert drawn == ["control", "point", "point"]
    assert {each.get("class") for each in root.iter(f"{space}line")} >= {"zero", "line"}
    assert "http" not in first.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    ("arguments", "languages"),
    [
        (("--lang", "it"), {"en-x-para1", "it"}),
        (("--lang", "it,de"), {"en-x-para1", "it", "de"}),
        (("--baseline", "de"), {"en", "en-x-para1", "it"}),
        (("--baseline", "de", "--lang", "en"), {"en"}),
        (("--players", "GPT"), {"en-x-para1", "de", "it"}),
        (("--games", "referencegame"), {"en-x-para1", "de", "it"}),
        (("outcome:success",), {"en-x-para1", "de", "it"}),
    ],
)
def test_what_is_compared(played: Records, arguments: tuple[str, ...], languages: set[str]) -> None:
    assert set(compared(*arguments)) == languages


@pytest.mark.parametrize(
    "arguments", [("--players", "human"), ("--games", "taboo"), ("since:2030-01-01",)]
)
def test_filters_exclude_episodes(played: Records, arguments: tuple[str, ...]) -> None:
    assert reported(*arguments)["settings"] == []


def test_the_measure_and_the_correction_can_be_chosen(played: Records) -> None:
    found = reported("--measure", "quality", "--correction", "bh")
    assert (found["measure"], found["correction"]) == ("quality", "bh")
    german = compared("--measure", "quality")["de"]
    assert (german["tasks"], german["without_partner"]) == (18, 2)
    assert compared("--measure", "played")["de"]["difference"]["value"] == -10.0


def test_seed_and_resamples_are_used_and_reported(played: Records) -> None:
    out = call("languages", "effect", "--resamples", "999", "--seed", "4").out
    assert "(999 resamples, seed 4)." in out
    assert compared("--seed", "4") == compared("--seed", "4")
    assert compared("--seed", "4") != compared("--seed", "5")


def test_practice_is_excluded_by_default(records: Records) -> None:
    records.play_grids("en", [WON] * 3)
    records.play_grids("de", [LOST] * 3, practice=True)
    assert compared() == {}
    assert reported()["left_out"] == {"practice": 3}
    assert "Excluded: practice: 3." in call("languages", "effect").out
    records.play_grids("en", [WON] * 3, practice=True)
    assert set(compared("--practice")) == {"de"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--games", "referencegam"),
            "unknown game 'referencegam'; did you mean 'referencegame'",
        ),
        (("--scorer", "clemcore"), "unknown scorer 'clemcore'"),
        (("--lang", "xx"), "unknown language 'xx'"),
        (("--baseline", "xx"), "unknown language 'xx'"),
        (("--plot", "x.png"), "--plot writes SVG"),
        (("-o", "x.csv"), "--output needs --format"),
        (("--episodes", "180"), "--episodes needs --published"),
        (("--published", "x.csv", "--plot", "x.svg"), "--plot needs recorded episodes"),
        (("--published", "x.csv", "--measure", "quality"), "--measure needs recorded episodes"),
        (("--published", "x.csv", "game:taboo"), "a filter needs recorded episodes"),
        (("--published", "no such file"), "no such file cannot be read"),
    ],
)
def test_wrong_usage_is_one_line(played: Records, arguments: tuple[str, ...], said: str) -> None:
    called = call("languages", "effect", *arguments)
    assert called.code == 2
    assert called.error.startswith(said)


@pytest.mark.parametrize("name", ["--lang", "--baseline", "--games"])
def test_names_are_checked_without_records(home: Path, name: str) -> None:
    called = call("languages", "effect", name, "nope")
    assert (called.code, "'nope'" in called.error) == (2, True)


def test_missing_packages_are_named(played: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in STATISTICS:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    called = call("languages", "effect")
    assert called.code == 1
    assert called.error == (
        "Comparing languages requires scipy and statsmodels: install clemtui with the "
        f'extra stats, or run: {sys.executable} -m pip install "scipy>=1.14,<2" '
        '"statsmodels>=0.14.4,<0.16"'
    )


def test_named_packages_match_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for package in project["optional-dependencies"]["stats"]:
        assert f'"{package}"' in INSTALL


def test_other_commands_do_not_load_the_packages(home: Path) -> None:
    program = (
        "import sys; from clemtui.cli import main\n"
        "try: main(['report'])\n"
        "except SystemExit: pass\n"
        "import clemtui.ui.settings.bindings as r; r.known_bindings()\n"
        "print(sorted({n.partition('.')[0] for n in sys.modules} & {'numpy', 'scipy', 'pandas'}))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout.splitlines()[-1] == "[]"


# A published table

TABLE = """model,language,% Played,Quality
gpt,en,100.0,87.22
gpt,de,98.33,85.31
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def test_a_published_table_on_the_screen(home: Path, table: str) -> None:
    out = call("languages", "effect", "--published", table).out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "gpt German (de) 98.33 85.31 -1.91 83.89 -3.33" in lines
    assert "German (de) 1 83.89 87.22 -3.33" in lines
    assert any("nothing can be paired or tested" in line for line in lines)


def test_a_published_table_with_intervals_as_csv_and_json(home: Path, table: str) -> None:
    given = ("languages", "effect", "--published", table, "--episodes", "180", "--format")
    (english, german) = csv.DictReader(io.StringIO(call(*given, "csv").out))
    assert (german["quality"], german["quality_delta"], english["quality_delta"]) == (
        *("85.31", "-1.91", ""),
    )
    document = json.loads(call(*given, "json").out)
    assert document["joint_means"] == {
        "en": {"models": 1, "mean": 87.22, "baseline": 87.22, "difference": 0.0},
        "de": {"models": 1, "mean": 83.89, "baseline": 87.22, "difference": -3.33},
    }
    assert document["rows"][0]["quality_low"] == pytest.approx(81.56, abs=0.01)
    assert "| gpt | German (de) |" in call(*given, "md").out


def test_table_without_baseline_is_rejected(home: Path, table: str) -> None:
    called = call("languages", "effect", "--published", table, "--baseline", "fr")
    assert called.code == 2
    assert called.error == f"{table}: no line is in the baseline language 'fr': nothing to compare"


# Episodes recorded by the program itself


def test_scripted_runs_are_paired_by_task(home: Path) -> None:
    played = call_process(
        *("run", "referencegame", "--players", "scripted", "--lang", "en,de"),
        *("--experiment", "line_grids_rows", "--limit", "3"),
    )
    assert played.code == 0, played.err
    (setting,) = reported()["settings"]
    (german,) = setting["comparisons"]
    assert (german["language"], german["paired"], german["tasks"]) == ("de", True, 3)
    assert german["without_partner"] == 0


def test_line_ups_are_compared_separately(played: Records) -> None:
    played.play_grids("de", [WON] * 3, seats=(GPT[0], replace(GPT[1], player="openai/small")))
    assert {each["players"] for each in reported()["settings"]} == {
        "openai/gpt--openai/gpt", "openai/gpt--openai/small",
    }  # fmt: skip
