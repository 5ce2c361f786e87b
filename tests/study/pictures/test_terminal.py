"""Pictures as lines of text: of any width, with any encoding."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from clemtui.language.width import cell_count
from clemtui.study.pictures.data import PlotData, plot_data
from clemtui.study.pictures.terminal import ASCII, DRAWN, Glyphs, as_text, glyphs_for
from clemtui.study.results.flow import Flow
from clemtui.study.telling.estimates import estimate
from tests.study.pictures.made_up import manifest, matched, report, results
from tests.study.results.synthetic import no_marks

FLOW = Flow(
    14, {"not eligible": 2, "declined": 3}, 9, 7, 1, 1,
    {"withdrawn": 0, "attention": 1, "unfinished": 0, "no episode counts": 0}, 8,
    {"finished": 6, "unfinished": 1, "withdrawn": 1},
)  # fmt: skip


def data(people: int = 9, languages: Sequence[str] = ("en", "de"), models: int = 3) -> PlotData:
    made = manifest(("taboo", "wordle_withcritic"), [("WordGuesser", tag) for tag in languages])
    played = results(made, people, 6)
    names = ("openai/gpt-4o-mini", "a/" + "long-name-" * 6, "模型" * 12)[:models]
    marks = no_marks(p3="attention")
    return plot_data(report(made, played, matched(played, names), marks, FLOW))


@pytest.mark.parametrize("glyphs", [DRAWN, ASCII])
@pytest.mark.parametrize("width", [30, 40, 61, 80, 120])
@pytest.mark.parametrize("people", [0, 1, 9, 40])
def test_no_line_is_longer_than_the_terminal(people: int, width: int, glyphs: Glyphs) -> None:
    for line in as_text(data(people), width, glyphs):
        assert cell_count(line) <= width, line
        assert line == line.rstrip()


@pytest.mark.parametrize("width", [30, 80])
def test_every_number_is_there(width: int) -> None:
    made = data(models=1)
    shown = " ".join(" ".join(as_text(made, width, DRAWN)).split())
    for each in made.intervals:
        for group in (*each.games, *each.cells):
            for drawn in group.drawn:
                assert estimate(drawn.estimate) in shown
    for curve in made.curves:
        for _, found in curve.points:
            assert estimate(found) in shown
    flow = shown.replace("│ ", "")
    for part in ("asked: 14", "declined: 3", "excluded (attention): 1", "analysed: 8"):
        assert part in flow


def test_every_participant_has_a_dot() -> None:
    made = data(languages=("en",))
    shown = "\n".join(as_text(made, 80, DRAWN))
    assert shown.count(DRAWN.dot) == sum(len(each.values) for each in made.dots) == 16


def test_more_dots_than_there_is_room_for_stand_for_several_participants() -> None:
    made = manifest()
    played = [
        each for each in results(made, 80, episodes=1) if each.main_score == 100.0
    ]  # all dots at the end of the axis
    plotted = plot_data(report(made, played))
    shown = "\n".join(as_text(plotted, 80, DRAWN))
    each = -(-len(played) // 8)
    assert f"(a dot stands for up to {each} participants)" in shown
    assert shown.count(DRAWN.dot) == -(-len(played) // each) <= 8


def test_a_mean_is_where_the_axis_says() -> None:
    made = data(languages=("en",), models=0)
    mean = made.intervals[0].games[0].people
    assert mean is not None
    assert mean.low is not None
    lines = list(as_text(made, 80, ASCII))
    at = next(number for number, line in enumerate(lines) if estimate(mean) in line)
    row, axis, numbers = lines[at], lines[at + 2], lines[at + 3]
    left, right = axis.index("+"), axis.rindex("+")
    assert (numbers[left], numbers[right - 1 : right + 2]) == ("0", "100")
    for sign, value in (("O", mean.value), ("[", mean.low)):
        assert row.index(sign) == left + round(value / 100 * (right - left))


@pytest.mark.parametrize("glyphs", [DRAWN, ASCII])
def test_a_published_score_is_a_mark_with_its_date(glyphs: Glyphs) -> None:
    lines = list(as_text(data(languages=("en",), models=0), 80, glyphs))
    at = [number for number, line in enumerate(lines) if line.startswith("published 2024-05-31,")]
    played, quality = (lines[number] for number in at)
    assert [lines[number + 1] for number in at] == ["not comparable", "not comparable"]
    assert (played.split()[-2:], quality.split()[-2:]) == (
        [glyphs.published, "100.0"],
        [glyphs.published, "80.5"],
    )
    axis = lines[at[1] + 2]
    left, right = axis.index(glyphs.tick), axis.rindex(glyphs.tick)
    assert quality.index(glyphs.published) == left + round(0.805 * (right - left))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", None, "no such encoding"])
def test_a_console_that_cannot_show_the_marks_gets_ascii(encoding: str | None) -> None:
    assert glyphs_for(encoding) is ASCII
    made = manifest()
    played = results(made, 9)
    plotted = plot_data(report(made, played, matched(played, ("scripted",))))
    assert "\n".join(as_text(plotted, 80, ASCII)).isascii()


def test_a_console_with_unicode_gets_lines_and_dots() -> None:
    assert glyphs_for("utf-8") is DRAWN


def test_people_and_models_have_other_marks_without_colour() -> None:
    for glyphs in (DRAWN, ASCII):
        marks = [glyphs.people, glyphs.published, *glyphs.models]
        assert len({*marks, glyphs.excluded}) == 1 + len(marks)
