"""Tests of the history filter line and of the columns of its table."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.archive.search_line import HistoryFilter
from clemtui.language import one_line
from clemtui.language.width import cell_count
from clemtui.records.findings import Facet, Facets
from clemtui.ui.widgets.columns import GAP, Column, cell_text, fit_columns, join_names, tail
from clemtui.ui.widgets.filters import KEYS, complete, suggestions, term, toggle, value_of

# The filter line


FACETS = Facets(
    games=(Facet("taboo", 9), Facet("wordle", 3)),
    experiments=(Facet("high en", 4),),
    people=(Facet("Ann", 5), Facet('odd "name"', 1), Facet("\u202eevil", 1)),
    players=(Facet("openai/gpt", 2), Facet("scripted", 7)),
)


@pytest.mark.parametrize("key", KEYS)
def test_every_suggested_filter_parses(key: str) -> None:
    values = {
        "outcome": "lose",
        "state": "running",
        "interface": "verbatim",
        "practice": "no",
        "repeats": "no",
        "counts": "no",
        "since": "yesterday",
        "until": "30d",
    }
    assert HistoryFilter.parse(f"{key}:{values.get(key, 'x')}").text == ""


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("g", "game:"),
        ("river ga", "river game:"),
        ("game:t", "game:taboo"),
        ("game:T", "game:Taboo"),
        ("with:openai/", "with:openai/gpt"),
        ("practice:n", "practice:no"),
        ("repeats:y", "repeats:yes"),
        ("counts:n", "counts:no"),
        ("since:y", "since:yesterday"),
        ('experiment:"hi', 'experiment:"high en"'),
        ("game:taboo", None),
        ("by:odd", None),
        ("", None),
        ("game:taboo ", None),
        ("chess:x", None),
    ],
)
def test_last_word_is_completed(line: str, whole: str | None) -> None:
    assert complete(line, FACETS) == whole


def test_suggestions_have_counts() -> None:
    assert [(s.word, s.episodes) for s in suggestions("game:", FACETS)] == [
        ("game:taboo", 9),
        ("game:wordle", 3),
    ]
    assert [s.word for s in suggestions("by:", FACETS)] == ["by:Ann"]


def test_counts_of_all_episodes_are_not_shown_after_other_words() -> None:
    for line in ("counts:no game:", "river game:", "by:Ann  game:"):
        assert [(s.word, s.episodes) for s in suggestions(line, FACETS)] == [
            ("game:taboo", None),
            ("game:wordle", None),
        ]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("", "game:taboo"),
        ("game:wordle river", "game:taboo river"),
        ("game:taboo river", "river"),
        ('"game:x y" a', 'game:taboo "game:x y" a'),
        ("GAME:taboo", ""),
    ],
)
def test_quick_filter_replaces_filter_of_same_key(line: str, after: str) -> None:
    assert toggle(line, "game", "taboo") == after


@example("山田\u3000太郎", "")  # any white space, also of other scripts
@given(st.text(max_size=20), st.text(max_size=20))
def test_filter_values_round_trip(value: str, line: str) -> None:
    if term("by", value) is not None:
        assert HistoryFilter.parse(term("by", value) or "").where.person == value
        assert value_of(toggle("", "by", value), "by") == value
    complete(line, FACETS)
    toggle(line, "game", "taboo")


# Columns


@pytest.mark.parametrize(
    ("cells", "shown"),
    [(30, "scripted player · Bea"), (17, "scripted p… · Bea"), (9, "sc… · Bea")],
)
def test_long_name_is_shortened_before_others(cells: int, shown: str) -> None:
    assert join_names(["scripted player", "Bea"], cells) == shown


COLUMNS = (
    Column("a", "A", 4, 10, 2),
    Column("b", "B", 6, 6, 1),
    Column("c", "C", 5, 9, 3, right=True),
)


@given(st.integers(1, 60))
def test_columns_fit_every_width(width: int) -> None:
    chosen = fit_columns(COLUMNS, width)
    assert chosen
    assert sum(c.width for c in chosen) + GAP * (len(chosen) - 1) <= width
    assert [c.id for c in chosen] == sorted(c.id for c in chosen), "in their order"
    assert "b" in {c.id for c in chosen}, "what matters most stays"


@given(st.text(max_size=30), st.integers(1, 20))
@example("\u093e", 1)  # a vowel sign that some terminals give a cell
def test_cell_fills_its_column(text: str, width: int) -> None:
    column = Column("a", "A", 1, 20, 1, width=width)
    assert cell_count(cell_text(one_line(text), column)) == width
    assert cell_count(tail(one_line(text), width)) <= width
