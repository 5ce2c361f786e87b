"""Pictures as SVG: valid, complete, without overlaps, and readable in black and white."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clemtui.language import one_line
from clemtui.study.pictures.data import PlotData, plot_data
from clemtui.study.pictures.drawing import (
    SHAPES,
    WIDTH,
    Picture,
    embedded,
    lines_of,
    mark,
    standalone,
    text_width,
)
from clemtui.study.pictures.gallery import pictures
from clemtui.study.results.flow import Flow
from clemtui.study.telling.estimates import estimate
from tests.study.pictures.made_up import manifest, matched, report, results
from tests.study.results.synthetic import no_marks

SVG = "{http://www.w3.org/2000/svg}"
SAMPLE = Flow(
    14, {"not eligible": 2, "declined": 3}, 9, 7, 1, 1,
    {"withdrawn": 0, "attention": 1, "unfinished": 0, "no episode counts": 0}, 8,
    {"finished": 6, "unfinished": 1, "withdrawn": 1},
)  # fmt: skip
GAMES = tuple(f"game_with_a_long_name_{number}" for number in range(8))
LONG = "openrouter/meta-llama/llama-3.1-405b-instruct-turbo-with-a-longer-name-2026-11-29"


def data(
    games: Sequence[str] = ("taboo", "wordle"),
    people: int = 9,
    models: Sequence[str] = ("openai/gpt-4o-mini", "scripted"),
    languages: Sequence[str] = ("en",),
    title: str = "Memory",
) -> PlotData:
    made = manifest(games, [("A", tag) for tag in languages], title=title)
    played = results(made, people, episodes=2 * len(languages))
    marks = no_marks(p3="attention")
    return plot_data(report(made, played, matched(played, models), marks, SAMPLE))


def named(name: str, of: PlotData) -> ET.Element:
    (found,) = (each for each in pictures(of) if each.name == name)
    return ET.fromstring(standalone(found))


def large() -> PlotData:
    return data(
        GAMES, 30, (LONG, "b" * 90, "模型" * 40), ("ar", "zh", "de"), title="记忆 الذاكرة " * 9
    )


PIECES = st.sampled_from(
    [
        "<b>", "</text>", "<script>alert(1)</script>", "]]>", "&amp;", '"', "'", "\x1b[31m", "\0",
        "\ud800", "\uffff", "\u202e", "\r\n", "\n", "العربية", "茶", "🍵", " ", "x" * 40,
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=6).map("".join))


@given(title=TEXTS, game=TEXTS, model=TEXTS)
@settings(max_examples=40, deadline=None)
def test_any_name_is_text_in_valid_xml(title: str, game: str, model: str) -> None:
    made = manifest((game,), title=title)
    played = results(made, 2, episodes=2)
    plotted = plot_data(report(made, played, matched(played, (model,))))
    for picture in pictures(plotted):
        for drawn in (standalone(picture), embedded(picture)):
            root = ET.fromstring(drawn)
            assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
                "svg", "title", "desc", "style", "rect", "text", "line", "circle", "polygon",
                "polyline",
            }  # fmt: skip
            description = root.findtext(f"{SVG}desc")
            assert description


@given(game=TEXTS, model=TEXTS)
@settings(max_examples=25, deadline=None)
def test_nothing_of_a_name_is_lost(game: str, model: str) -> None:
    made = manifest((game,))
    played = results(made, 2, episodes=2)
    plotted = plot_data(report(made, played, matched(played, (model,))))
    shown = "".join("".join(texts(named("joint", plotted))).split())
    for name in (game, model):
        assert "".join(one_line(name).split()) in shown


def texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def test_every_picture_has_a_title_and_a_description_with_its_numbers() -> None:
    plotted = data()
    for name in ("flow", "joint", "played", "quality", "participants", "learning"):
        root = named(name, plotted)
        ids = [root.find(f"{SVG}{each}").get("id") for each in ("title", "desc")]  # type: ignore[union-attr]
        assert root.get("aria-labelledby") == " ".join(filter(None, ids))
        assert "Memory" in root.findtext(f"{SVG}title", "")
        described = root.findtext(f"{SVG}desc", "")
        numbers = {text for text in texts(root) if re.search(r"\[|: \d", text)}
        assert all(text in described for text in numbers), name
        assert numbers or name == "learning"
    for group in plotted.intervals[0].games:
        for drawn in group.drawn:
            assert estimate(drawn.estimate) in texts(named("joint", plotted))


def boxes(root: ET.Element) -> Iterator[tuple[str, float, float, float, float]]:
    """Yield texts with the boxes that they take at most: left, top, right, bottom."""
    for each in root.iter(f"{SVG}text"):
        look = (each.get("class") or "").split()
        scale = {"title": 1.25, "head": 1.1, "number": 0.92}.get(look[0] if look else "", 1.0)
        text = each.text or ""
        width = float(each.get("textLength") or text_width(text) * scale)
        left, base = float(each.get("x", "")), float(each.get("y", ""))
        left -= {"end": width, "middle": width / 2}.get(look[-1] if look else "", 0.0)
        yield text, left, base - 9, left + width, base + 3


@pytest.mark.parametrize("plotted", [data(), large(), data(people=0), data(people=1)])
def test_no_text_overlaps_another_or_leaves_the_picture(plotted: PlotData) -> None:
    for picture in pictures(plotted):
        found = sorted(boxes(ET.fromstring(standalone(picture))), key=lambda each: each[2])
        for text, left, top, right, bottom in found:
            assert left >= 0, (picture.name, text)
            assert right <= WIDTH, (picture.name, text)
            assert 0 <= top < bottom <= picture.height, (picture.name, text)
        for at, (one, left, top, right, bottom) in enumerate(found):
            for other, *box in found[at + 1 : at + 60]:
                apart = right <= box[0] or box[2] <= left or bottom <= box[1] or box[3] <= top
                assert apart, (picture.name, one, other)


def test_means_are_where_the_axis_says() -> None:
    plotted = data(games=("taboo",))
    root = named("joint", plotted)
    ticks = {
        each.text: float(each.get("x", ""))
        for each in root.iter(f"{SVG}text")
        if "middle" in (each.get("class") or "")
    }
    circles = [float(each.get("cx", "")) for each in root.iter(f"{SVG}circle")]
    span = ticks["100"] - ticks["0"]
    means = [each.estimate for each in plotted.intervals[0].games[0].drawn[:2]]
    expected = [ticks["0"] + each.value / 100 * span for each in means if each is not None]
    assert circles == pytest.approx(expected, abs=0.06)
    first = means[0]
    assert first is not None
    assert first.low is not None
    lines = [each for each in root.iter(f"{SVG}line") if each.get("class") == "line people"]
    assert float(lines[0].get("x1", "")) == pytest.approx(
        ticks["0"] + first.low / 100 * span, abs=0.06
    )


def test_a_published_score_is_a_dashed_line_with_its_date() -> None:
    root = named("quality", data(games=("taboo",)))
    lines = [each for each in root.iter(f"{SVG}line") if each.get("class") == "reference"]
    ticks = {
        each.text: float(each.get("x", ""))
        for each in root.iter(f"{SVG}text")
        if "middle" in (each.get("class") or "")
    }
    expected = ticks["0"] + 0.805 * (ticks["100"] - ticks["0"])
    assert [float(each.get("x1", "")) for each in lines] == pytest.approx([expected], abs=0.06)
    assert "stroke-dasharray" in root.findtext(f"{SVG}style", "")
    assert "published 2024-05-31, not comparable" in " ".join(texts(root))
    assert "published 2024-05-31, not comparable 80.5" in root.findtext(f"{SVG}desc", "")
    assert "80.5" in texts(root)
    for name in ("joint", "participants"):
        assert not any("published" in each for each in texts(named(name, data())))


@pytest.mark.parametrize("people", [1, 9, 40])
def test_every_participant_has_a_dot_in_every_game(people: int) -> None:
    plotted = data(people=people)
    dots = [
        (each.get("cx"), each.get("cy"))
        for each in named("participants", plotted).iter(f"{SVG}circle")
        if each.get("class") == "dot"
    ]
    assert len(dots) == sum(len(each.values) for each in plotted.dots)
    assert len(set(dots)) == len(dots), "none hides another completely"


def test_a_picture_is_the_same_each_time() -> None:
    assert [*map(standalone, pictures(data()))] == [*map(standalone, pictures(data()))]


def outline(shape: int) -> tuple[str | None, ...]:
    drawn = ET.fromstring(mark("model", shape, 50, 50))
    return drawn.tag, drawn.get("points"), (drawn.get("class") or "").split()[-1]


def test_models_differ_in_shape_and_not_in_colour_alone() -> None:
    assert len({outline(shape) for shape in range(SHAPES)}) == SHAPES
    people = ET.fromstring(mark("people", 0, 50, 50))
    assert people.tag == "circle", "as no model has"


def test_the_flow_has_everyone() -> None:
    shown = texts(named("flow", data()))
    for each in (
        "asked: 14", "not admitted: 5", "not eligible: 2", "declined: 3", "admitted: 9",
        "finished: 7", "not analysed: 1", "withdrawn or erased: 0", "excluded (attention): 1",
        "not finished: 0", "no episode that counts: 0", "analysed: 8", "finished: 6",
        "not finished: 1", "withdrawn or erased: 1",
    ):  # fmt: skip
        assert each in shown
    assert not [each for each in shown if "comprehension" in each], "no one is excluded by it"


def test_many_episodes_are_a_line_with_a_band() -> None:
    made = manifest()
    plotted = plot_data(report(made, results(made, 6, episodes=30)))
    root = named("learning", plotted)
    assert [each.get("class") for each in root.iter(f"{SVG}polygon")] == ["band"]
    (curve,) = root.iter(f"{SVG}polyline")
    assert len((curve.get("points") or "").split()) == 30


def test_seats_and_languages_have_a_picture_for_each_game() -> None:
    names = [each.name for each in pictures(data(languages=("en", "de")))]
    assert names == [
        "flow", "joint", "played", "quality", "participants", "learning",
        "joint-1-taboo", "joint-2-wordle", "played-1-taboo", "played-2-wordle",
        "quality-1-taboo", "quality-2-wordle",
    ]  # fmt: skip


@given(
    st.lists(st.text("abc/-_ 茶العر", max_size=12), min_size=1, max_size=6), st.integers(40, 300)
)
def test_lines_fit_and_lose_nothing(words: list[str], room: int) -> None:
    text = " ".join(words)
    lines = lines_of(text, room)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(text_width(each) <= room for each in lines)


def test_nothing_comes_from_outside() -> None:
    for each in pictures(data()):
        drawn = standalone(each)
        assert not re.search(r"href|url\(|@import|<script|<image", drawn)
        assert drawn.count("http") == 1, "the name of the format"


def test_names_of_pictures_are_names_of_files() -> None:
    hostile: list[Picture] = list(pictures(data(games=("../x", "a b/\\:", "茶"), languages="ab")))
    names = [each.name for each in hostile]
    assert all(re.fullmatch("[a-z0-9-]+", name) for name in names)
    assert len(set(names)) == len(names)
