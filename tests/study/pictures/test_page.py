"""The report as one HTML file: well formed, from nowhere else, with the numbers of the print."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clemtui.analysis.baseline.means import Method
from clemtui.records.studies import Deviation
from clemtui.study.pictures.data import plot_data
from clemtui.study.pictures.page import page
from clemtui.study.pictures.wording import FURTHER, METHODS, TESTS
from clemtui.study.results.report import StudyReport
from clemtui.study.telling.comparisons import basis, beside_the_difference, compared_text
from clemtui.study.telling.deviations import deviation_line
from clemtui.study.telling.estimates import difference, estimate
from clemtui.study.telling.flow import marked_line
from clemtui.study.telling.scores import scored
from clemtui.study.telling.sections import Key, sections
from tests.study.pictures.made_up import manifest, matched, report, results
from tests.study.results.reports import MODEL, PRIMARIES, full_report
from tests.study.results.synthetic import no_marks

VOID = {"meta"}
CELLS = (("A", "en"), ("B", "en"), ("A", "de"))
DEVIATION = Deviation(
    study="memory", kind="program", subject="clemtui", frozen="1", found="2", reason="a bug",
    id="d", at=datetime(2026, 2, 1, tzinfo=UTC), amendment=0, manifest_hash=None,
)  # fmt: skip


class Page(HTMLParser):
    """A page whose elements must be closed in their order.

    Attributes:
        tables: each as rows of cells; the first row has the headings; where a cell above is tall,
            there is an empty one.
        text: everything that is read; ``sections``: by the id of the section.
    """

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.tags: set[str] = set()
        self.tables: list[list[list[str]]] = []
        self.spanned = 0
        self.text = ""
        self.sections: dict[str, str] = {}
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self.sections[dict(attrs)["id"] or ""] = ""
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([""] if self.spanned else [])
            self.spanned = max(self.spanned - 1, 0)
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            if span := dict(attrs).get("rowspan"):
                assert len(self.tables[-1][-1]) == 1, "only the first cell may be tall"
                self.spanned = int(span) - 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)
        assert "svg" in self.open, "only there may an element close itself"

    def note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert len({name for name, _ in attrs}) == len(attrs)
        self.attributes += ((tag, name, value) for name, value in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag != "span":
            self.read(" ")

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.read(data)
        if {"td", "th"} & {*self.open}:
            self.tables[-1][-1][-1] += data

    def read(self, data: str) -> None:
        self.text += data
        if "section" in self.open:
            self.sections[[*self.sections][-1]] += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)

    def table(self, *head: str) -> list[list[str]]:
        """Return the rows of the table whose headings begin with these."""
        (found,) = (each for each in self.tables if each[0][: len(head)] == list(head))
        return found[1:]


def full() -> StudyReport:
    """Return a report with models, exclusions, several cells and a deviation."""
    made = manifest(("taboo", "wordle"), CELLS)
    people = results(made, 10, 6)
    models = matched(people, ("openai/small", "scripted"))
    found = report(made, people, models, no_marks(p3="attention"))
    return replace(found, deviations=(DEVIATION,), left_out={"not finished": 3})


NUMBERS = re.compile(r"\[[^]]*\]|-?\d+(?:\.\d+)?")
"""Numbers, and intervals as a whole."""


@cache
def fullest(primary: str) -> StudyReport:
    """Return a report that has something to say in every section."""
    return replace(full_report(primary, excluded=True), deviations=(DEVIATION,))


@pytest.mark.parametrize("primary", PRIMARIES)
def test_whatever_is_printed_is_in_the_same_section_of_the_page(primary: str) -> None:
    """The print goes through the same list, so that no section can be missing on the page."""
    found = fullest(primary)
    shown = Page(page(found)).sections
    told = list(sections(found))
    assert [*shown] == [*(each.key for each in told if each.lines), "methods"]
    for each in told:
        for number in {part for line in each.lines for part in NUMBERS.findall(line)}:
            assert number in shown[each.key], (each.key, number)
        for line in each.including:
            assert line.strip() in shown[each.key]


def test_the_fullest_report_has_something_to_say_in_every_section() -> None:
    """Otherwise the comparison of print and page would not see them."""
    assert {each.key for each in sections(fullest("value")) if each.lines} == set(get_args(Key))


OUTLINED = ("over-games", "mixed", "consistency", "times", "learning", "partners", "references")


@pytest.mark.parametrize("key", OUTLINED)
def test_a_section_without_tables_has_all_its_words(key: Key) -> None:
    found = fullest("value")
    shown = Page(page(found)).sections
    (section,) = (each for each in sections(found) if each.key == key)
    assert len(section.lines) > 1
    for line in section.lines:
        assert line.strip() in shown[key]


def test_sections_that_depend_on_exclusions_are_there_with_and_without_them() -> None:
    with_excluded = {each.key for each in sections(fullest("value")) if each.including}
    assert with_excluded == {"mixed", "consistency", "times", "learning", "partners"}
    source = page(fullest("value"))
    assert source.count("<summary>With what is excluded</summary>") == len(with_excluded)
    assert "With what is excluded" not in page(full_report())


def test_the_scores_are_those_that_are_printed() -> None:
    found = fullest("value")
    games, cells = (each[1:] for each in Page(page(found)).tables if each[0][1] == "score")
    rows = [*games, *cells]
    told = sorted(scored(found), key=lambda each: each.is_cell)
    assert [row[0] for row in rows if row[0]] == [each.name for each in told]
    assert [row[1:] for row in rows] == [list(figure) for each in told for figure in each.figures]
    assert all(row[-1] in get_args(Method) for row in rows), "each has a method"


@pytest.mark.parametrize(
    ("primary", "first", "method"),
    [
        ("value", ["taboo", "people minus 50"], "crossed score"),
        ("games", ["games", "wordle_withcritic minus taboo"], "unpaired mover"),
        ("languages", ["taboo", "de minus en"], "mover"),
        ("unpaired languages", ["taboo", "de minus en"], "unpaired mover"),
        ("seats", ["taboo", "Bee minus Ay"], "mover"),
    ],
)
def test_every_kind_of_primary_comparison_is_a_table(
    primary: str, first: list[str], method: str
) -> None:
    found = fullest(primary)
    without, including = (
        each[1:] for each in Page(page(found)).tables if each[0][1] == "comparison"
    )
    assert without[0][:2] == first
    assert without[0][2] == compared_text(found.compared[0])
    assert without[0][3].endswith(f"; {method}")
    assert without[0][4].startswith(("equivalent within 9", "not shown to be equivalent within 9"))
    assert found.with_excluded is not None
    assert including[0][2] == compared_text(found.with_excluded.compared[0])


def test_a_primary_comparison_with_a_model_is_with_the_primary_comparison() -> None:
    shown = Page(page(fullest("model"))).sections
    assert f"{MODEL} (primary)" in shown["primary"]
    assert "(primary)" not in Page(page(fullest("value"))).text


def test_models_are_on_the_page_as_they_are_printed() -> None:
    found = full()
    shown = Page(page(found))
    own = shown.table("game", "model", "mean")
    compared, _ = (each[1:] for each in shown.tables if "people minus model" in each[0])
    for row, mean, cells in zip(found.models, own, compared, strict=True):
        assert row.compared is not None
        assert mean[:3] == [row.game, row.player, estimate(row.own)]
        assert cells[:3] == [row.game, row.player, difference(row.compared.difference)]
        assert cells[3:] == [basis(row.compared.difference), beside_the_difference(row.compared)]
        assert mean[-1] == "crossed score"
        assert cells[3].endswith("; mover")
    assert len(own) == 4


def test_every_figure_of_a_picture_has_its_numbers_and_method() -> None:
    found = full()
    shown = Page(page(found))
    tables = [each[1:] for each in shown.tables if each[0][:3] == ["game", "who", "mean"]]
    assert len(tables) == 6, "three measures, by game and by seat and language"
    joint = plot_data(found).intervals[0]
    assert [row[1] for row in tables[0]] == [e.name for g in joint.games for e in g.drawn]
    published = [row for table in tables for row in table if row[1].startswith("published")]
    assert [row[2:] for row in published] == [
        [number, "-", "-", "-", "-"] for number in ("100.0", "100.0", "80.5", "72.0")
    ]
    for row in (row for table in tables for row in table if row not in published):
        assert re.fullmatch(r"\d+\.\d \[\d+\.\d, \d+\.\d\]", row[2])
        assert (row[3] == "-") == (row[1] in ("openai/small", "scripted"))
        assert int(row[4]) > 1
        assert int(row[5]) > 1
        assert row[6] in ("crossed score", "clopper-pearson")


def test_the_page_names_what_was_frozen_and_what_is_not_stated() -> None:
    text = Page(page(full())).text
    for each in (
        "Memory for words", "How well do people describe words?", "ab" * 32, "2026-01-31",
        "population, recruitment, payment, ethics, preregistration", marked_line(full().marked[0]),
        "episodes that do not count: not finished 3",
        deviation_line(DEVIATION, full().recorded.enrolments),
    ):  # fmt: skip
        assert each in text


def test_the_page_has_all_pictures_with_names_of_their_own() -> None:
    shown = Page(page(full()))
    ids = [value for tag, name, value in shown.attributes if name == "id" and tag != "section"]
    assert len({*ids, *shown.sections}) == len(ids) + len(shown.sections)
    for tag, name, value in shown.attributes:
        if name == "aria-labelledby":
            assert tag == "svg"
            assert set((value or "").split()) <= set(ids)
    assert len(ids) == 2 * 12, "flow, participants, learning, and three measures thrice"


def test_nothing_comes_from_outside_and_nothing_runs() -> None:
    source = page(full())
    shown = Page(source)
    assert not shown.tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert not {name for _, name, _ in shown.attributes if name == "src" or name.startswith("on")}
    assert not re.search(r"url\(|@import", source)
    links = [value or "" for _, name, value in shown.attributes if name == "href"]
    assert links == [f"#{key}" for key in shown.sections if key != "study"]
    policy = ("meta", "content", "default-src 'none'; style-src 'unsafe-inline'")
    assert policy in shown.attributes


def test_every_method_of_an_interval_is_explained() -> None:
    assert set(METHODS) == set(get_args(Method))
    shown = Page(page(full())).sections["methods"]
    assert all(f"{name} {said}" in shown for name, said in METHODS.items())


def test_every_section_with_a_method_of_its_own_says_it() -> None:
    shown = Page(page(full())).sections["methods"]
    assert all(f"{name} {said}" in shown for name, said in (*TESTS.items(), *FURTHER.items()))
    assert "Wald" in FURTHER["mixed model"]
    assert not any("Wald" in said for said in METHODS.values()), "no interval of a mean is one"


PIECES = st.sampled_from(
    [
        "<b>", "</td>", "</main>", "<script>alert(1)</script>", "<!--", "-->", "]]>", "&amp;",
        '" onload="x', "'", "\x1b[31m", "\0", "\ud800", "\uffff", "\u202e", "\n", "العربية", "茶",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=6).map("".join))


@given(title=TEXTS, question=TEXTS, game=TEXTS, model=TEXTS, reason=TEXTS)
@settings(max_examples=40, deadline=None)
def test_any_text_stays_text(title: str, question: str, game: str, model: str, reason: str) -> None:
    made = manifest((game,), title=title, question=question)
    people = results(made, 2, 2)
    found = report(made, people, matched(people, (model,)))
    deviation = replace(DEVIATION, reason=reason, subject=title)
    shown = Page(page(replace(found, deviations=(deviation,))))
    assert shown.tags == PLAIN.tags
    assert sum(map(len, shown.tables)) == sum(map(len, PLAIN.tables))


def plain() -> Page:
    made = manifest(("a game of one's own",))
    people = results(made, 2, 2)
    found = report(made, people, matched(people, ("x",)))
    return Page(page(replace(found, deviations=(DEVIATION,))))


PLAIN = plain()


def test_a_study_that_no_one_has_played_has_a_page() -> None:
    text = Page(page(report(manifest()))).text
    assert "nothing to count" in text
    assert "No model has played the tasks of this study." in text
