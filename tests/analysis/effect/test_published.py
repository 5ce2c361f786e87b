"""Published tables of results: differences, intervals, and files that are not such tables."""

from __future__ import annotations

import csv
import io
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

from clemtui.analysis.effect.published import JointMean, NotAResultsTable, Published, read_table

TABLE = """lang,model,% Played,% Success (of Played)
en,gpt,100.0,87.22
de,gpt,98.33,85.56
te,gpt,0.0,
en,other,50.0,40.0
"""


def rows(found: Published) -> dict[tuple[str, str], Decimal | None]:
    return {(row.model, row.language): row.quality_delta for row in found.rows}


def test_differences_keep_the_digits_of_the_table() -> None:
    found = read_table(TABLE)
    assert rows(found) == {
        ("gpt", "en"): None, ("gpt", "de"): Decimal("-1.66"), ("gpt", "te"): None,
        ("other", "en"): None,
    }  # fmt: skip
    german = found.rows[1]
    assert german.played_delta == Decimal("-1.67")
    assert german.joint == Decimal("98.33") * Decimal("85.56") / 100


def test_where_nothing_was_played_the_joint_score_is_zero() -> None:
    telugu = read_table(TABLE).rows[2]
    assert telugu.quality is None
    assert (telugu.joint, telugu.joint_delta) == (Decimal(0), Decimal("-87.22"))


def test_means_are_of_the_models_that_are_in_both_languages() -> None:
    """Else a language would seem better only because the weaker models were not tested in it."""
    table = "model,lang,played,quality\nA,en,100,80\nB,en,100,20\nA,de,100,70\nC,it,100,90\n"
    assert read_table(table).joint_means == {
        "en": JointMean(2, Decimal(50), Decimal(50), Decimal(0)),
        "de": JointMean(1, Decimal(70), Decimal(80), Decimal(-10)),
        "it": JointMean(0, None, None, None),
    }


def test_columns_in_any_order_and_with_our_names() -> None:
    found = read_table("quality,played,players,language\n40,50,gpt,en\n20,50,gpt,de\n")
    assert rows(found)["gpt", "de"] == -20


def test_the_number_of_episodes_gives_intervals_of_wilson() -> None:
    found = read_table("model,language,played,quality\ngpt,en,90,50\n", episodes=20)
    (row,) = found.rows
    assert found.binary
    assert row.played_interval == pytest.approx((69.90, 97.21), abs=0.01)
    assert row.quality_interval == pytest.approx((29.03, 70.97), abs=0.01)
    assert row.joint_interval == pytest.approx((25.82, 65.79), abs=0.01)
    assert (
        read_table("model,language,played,quality\ngpt,en,90,50\n").rows[0].played_interval is None
    )


def test_no_intervals_for_scores_that_are_not_shares() -> None:
    found = read_table("model,language,played,quality\ngpt,en,90,51.3\n", episodes=20)
    assert not found.binary
    assert found.rows[0].played_interval is not None
    assert found.rows[0].quality_interval is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no column 'model'"),
        ("model,lang,% Played\ngpt,en,100\n", "no column '% success (of played)'"),
        ("model,lang,played,quality\ngpt,en,much,100\n", "line 2: 'much' is not a number"),
        ("model,lang,played,quality\ngpt,en,90,200\n", "line 2: '200' is not between 0 and 100"),
        ("model,lang,played,quality\ngpt,en,,100\n", "line 2: '% played' is missing"),
        (
            "model,lang,played,quality\ngpt,de,100,100\n",
            "no line is in the baseline language 'en': nothing to compare",
        ),
        ("model,lang,played,quality\na,en,1,1\na,en,2,2\n", "a appears twice in the language 'en'"),
    ],
)
def test_invalid_tables_give_one_line_errors(text: str, said: str) -> None:
    with pytest.raises(NotAResultsTable, match=said.replace("(", r"\(").replace(")", r"\)")):
        read_table(text)


# The paper's own table

LANGUAGES = ("de", "it", "pt", "ja", "zh", "tr", "tk", "te")
DELTAS = {
    "gpt-4-turbo-2024-04-09": "-1.7 +2.2 -6.1 -1.7 +1.3 -37.2 -12.1 -52.0",
    "claude-3-opus-20240229": "-6.1 -5.0 -3.9 -8.3 -8.3 -18.3 -16.1 -25.0",
    "Llama-3-70b-chat-hf": "-4.5 +3.9 -2.2 -6.7 +6.1 -17.8 -26.7 -17.5",
    "Llama-3-8b-chat-hf": "-4.3 -10.0 -1.7 -8.5 -12.8 nan -13.2 -13.6",
    "command-r-plus": "-1.3 -0.2 -1.3 -2.4 0.0 -3.0 -7.4 -8.8",
    "fsc-openchat-3.5-0106": "0.0 +19.2 +21.1 +0.6 +4.9 nan nan nan",
}
"""The numbers in brackets in the paper's table 2, in the order of `LANGUAGES`."""

JOINT_MEANS = {
    "it": -3.1, "de": -3.1, "pt": -3.7, "ja": -4.5, "zh": -9.1, "tk": -24.4, "tr": -26.6,
    "te": -26.9,
}  # fmt: skip


@pytest.fixture
def paper(shared: Path) -> str:
    file = shared / "published" / "tables" / "results_multiling.csv"
    if not file.exists():
        pytest.skip("the published table is not here")
    return file.read_text("utf-8")


def test_the_differences_of_the_paper_are_reproduced(paper: str) -> None:
    found = {(row.model, row.language): row.quality_delta for row in read_table(paper).rows}
    for model, deltas in DELTAS.items():
        for language, delta in zip(LANGUAGES, deltas.split(), strict=True):
            mine = found[model, language]
            if delta == "nan":
                assert mine is None
            else:
                assert mine is not None
                assert mine.quantize(Decimal("0.1"), ROUND_HALF_UP) == Decimal(delta)


def test_the_mean_joint_scores_of_the_paper_are_reproduced(paper: str) -> None:
    found = read_table(paper).joint_means
    assert float(found["en"].mean or 0) == pytest.approx(58.1, abs=0.06)
    for language, delta in JOINT_MEANS.items():
        assert float(found[language].difference or 0) == pytest.approx(delta, abs=0.06)
        assert found[language].models == found["en"].models


def test_the_joint_score_is_the_clemscore_of_the_table(paper: str) -> None:
    given = {
        (line["model"], line["lang"]): line["clemscore (Played * Success)"]
        for line in csv.DictReader(io.StringIO(paper))
    }
    for row in read_table(paper).rows:
        assert float(row.joint) == pytest.approx(
            float(given[row.model, row.language] or 0), abs=0.011
        )


def test_with_180_items_every_number_is_a_share_and_has_the_interval_of_wilson(paper: str) -> None:
    found = read_table(paper, episodes=180)
    assert found.binary
    intervals = {(row.model[:5], row.language): row.joint_interval for row in found.rows}
    assert intervals["gpt-4", "en"] == pytest.approx((81.6, 91.3), abs=0.06)
    assert intervals["gpt-4", "te"] == pytest.approx((28.4, 42.2), abs=0.06)
    assert intervals["gpt-4", "tr"] == pytest.approx((42.8, 57.2), abs=0.06)
    assert intervals["gpt-4", "it"] == pytest.approx((84.1, 93.1), abs=0.06)
