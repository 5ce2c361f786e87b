"""Every field and combinator: filled in, read back, composed, and typed by hand."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from clemtui.engine import (
    Branch,
    Choice,
    ChoiceField,
    Dependent,
    Field,
    Form,
    GridField,
    LineField,
    MultiChoice,
    NumberField,
    OneOf,
    Optional,
    Repeat,
    Response,
    TextField,
    View,
    WordField,
    label,
    problems,
)
from clemtui.episode.planning.listing import list_games
from clemtui.kit.values import random_values
from clemtui.language import Interface, Labels
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.widgets.answer.editing import KeyEditor
from clemtui.ui.widgets.answer.fields import EditorFactory, FieldGroup
from clemtui.wording.phrases import Voice
from tests.support.families import CONTRACT_GAMES
from tests.support.paths import ROOT
from tests.ui.support.app import on, playing, seen, stored_episode, until

NAME = label("form.name")
FRENCH = WordField("x", NAME, 3, "aeo", alike={"é": "e", "œ": "oe"})
ABC = (Choice("a", "Apple"), Choice("b", "Banana"), Choice("c", "Cherry"))


def voice() -> Voice:
    """Return a voice for the fields here, with labels for any game."""
    interface = Interface("en", report=lambda mistake: None)
    listing = list_games([CONTRACT_GAMES])[0][0]
    words = {"en": {"form.name": "name"}}
    return Voice(interface, Labels(interface, words), listing, {})


class FormApp(App[None]):
    """An app with only the fields of a form."""

    CSS_PATH = str(ROOT / "clemtui/ui/styles/composer.tcss")

    def __init__(self, fields: Sequence[Field], history: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        self.group = FieldGroup(fields, EditorFactory(voice(), history))

    def compose(self) -> ComposeResult:
        yield self.group


@asynccontextmanager
async def filling(
    *fields: Field, **history: Sequence[str]
) -> AsyncIterator[tuple[FieldGroup, Pilot[None]]]:
    app = FormApp(fields, history)
    async with app.run_test(size=(80, 24)) as pilot:
        place = app.group.place_of(None)
        assert place is not None
        place.focus()
        await pilot.pause()
        yield app.group, pilot


TYPED_MODEL: list[tuple[Field, list[str], dict[str, Any]]] = [
    (LineField("x", NAME), ["h", "i"], {"x": "hi"}),
    (LineField("x", NAME), ["h", "i", "ctrl+j"], {"x": "hi"}),
    (TextField("x", NAME), ["h", "ctrl+j", "i"], {"x": "h\ni"}),
    (TextField("x", NAME), ["h", "shift+enter", "i"], {"x": "h\ni"}),
    (TextField("x", NAME), ["h", "i", "ctrl+z"], {"x": ""}),
    # a line is as long as it is, however many rows of the screen it takes
    (TextField("x", NAME), [*"wordy " * 40, "left", "ctrl+u", "a"], {"x": "a "}),
    (TextField("x", NAME), [*"wordy " * 40, *["up"] * 9, "right", "ctrl+k", "a"], {"x": "wa"}),
    (TextField("x", NAME), ["a", "ctrl+j", *"wordy " * 40, "ctrl+u", "b"], {"x": "a\nb"}),
    (TextField("x", NAME), ["a", "ctrl+j", "ctrl+u", "b"], {"x": "ab"}),
    (WordField("x", NAME, 3, "abc"), ["a", "B", "z", "c", "a"], {"x": "abc"}),
    (WordField("x", NAME, 3, "abc"), ["a", "b", "backspace", "c"], {"x": "ac"}),
    (WordField("x", NAME, 3, "abc"), ["a", "b", "home", "delete", "c"], {"x": "cb"}),
    (WordField("x", NAME, 3, "abc"), ["a", "b", "c", "left", "a"], {"x": "aba"}),
    (WordField("x", NAME, 3, "abc"), ["a", "b", "ctrl+u", "ctrl+z", "c"], {"x": "abc"}),
    (WordField("x", NAME, 3, "abc"), ["a", "b", "ctrl+a", "c", "ctrl+k", "b"], {"x": "cb"}),
    (WordField("x", NAME, 3, "abc"), ["a", "b", "ctrl+z", "ctrl+y", "c"], {"x": "abc"}),
    (FRENCH, ["é", "É", "a"], {"x": "eea"}),
    (FRENCH, ["a", "œ", "a"], {"x": "aoe"}),
    (FRENCH, ["ä", "a"], {"x": "a"}),
    (WordField("x", NAME), ["a", "b"], {"x": "ab"}),
    (NumberField("x", NAME, 1, 99), ["4", "2"], {"x": 42}),
    (NumberField("x", NAME, 1, 99), ["4", "x"], {"x": "4x"}),
    (ChoiceField("x", NAME, ABC), [], {}),
    (ChoiceField("x", NAME, ABC), ["right"], {"x": "a"}),
    (ChoiceField("x", NAME, ABC), ["right", "right", "left"], {"x": "a"}),
    (ChoiceField("x", NAME, ABC), ["space"], {"x": "a"}),
    (ChoiceField("x", NAME, ABC), ["right", "right", "space"], {"x": "b"}),
    (ChoiceField("x", NAME, ABC), ["2"], {"x": "b"}),
    (ChoiceField("x", NAME, ABC), ["C"], {"x": "c"}),
    (MultiChoice("x", NAME, ABC), ["3", "1"], {"x": ["c", "a"]}),
    (MultiChoice("x", NAME, ABC), ["space", "right", "space", "left", "space"], {"x": ["b"]}),
    (GridField("x", NAME, 2, 2, "AB", "."), ["a", "b", "A"], {"x": ["AB", "A."]}),
    (GridField("x", NAME, 2, 2, "AB", "."), ["down", "right", "b", "z"], {"x": ["..", ".B"]}),
    (GridField("x", NAME, 2, 2, "AB", "."), ["a", "left", "delete"], {"x": ["..", ".."]}),
    (Optional(LineField("x", NAME)), [], {}),
    (Optional(LineField("x", NAME)), ["a"], {"x": "a"}),
    (Optional(ChoiceField("x", NAME, ABC)), ["right", "left"], {}),
    (Optional(ChoiceField("x", NAME, ABC)), ["right"], {"x": "a"}),
    (Optional(GridField("x", NAME, 1, 2, "A", ".")), [], {}),
    (Optional(MultiChoice("x", NAME, ABC)), [], {}),
    (Optional(Repeat("x", NAME, LineField("y", NAME))), [], {}),
    (Repeat("x", NAME, LineField("y", NAME)), ["a", "tab", "b"], {"x": ["a", "b"]}),
    (Repeat("x", NAME, NumberField("y", NAME, 0, 9)), ["1", "tab", "2"], {"x": [1, 2]}),
    (Repeat("x", NAME, LineField("y", NAME), 0, 1), ["a", "tab", "b"], {"x": ["ab"]}),
]


@pytest.mark.parametrize(("field", "keys", "values"), TYPED_MODEL)
async def test_keys_edit_a_field(field: Field, keys: list[str], values: dict[str, Any]) -> None:
    async with filling(field) as (group, pilot):
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        assert group.values() == values


TWELVE = tuple(Choice(f"v{n}", f"Option number {n}") for n in range(12))


async def click(pilot: Pilot[None], group: FieldGroup, name: str) -> None:
    """Click an option, wherever it was wrapped to."""
    (row,) = group.query(KeyEditor)
    lines = [row.render_line(y).text for y in range(row.size.height)]
    y = next(y for y, line in enumerate(lines) if name in line)
    await pilot.click(row, offset=(lines[y].index(name) + 1, y))
    await pilot.pause()


@pytest.mark.parametrize("n", [1, 6, 11])
async def test_click_chooses_an_option(n: int) -> None:
    async with filling(ChoiceField("x", NAME, TWELVE)) as (group, pilot):
        (row,) = group.query(KeyEditor)
        assert row.size.height > 1, "it is wrapped"
        await click(pilot, group, f"number {n}")
        assert group.values() == {"x": f"v{n}"}


async def test_click_selects_and_deselects_one_of_several() -> None:
    async with filling(MultiChoice("x", NAME, TWELVE)) as (group, pilot):
        for n in (11, 2, 8, 11):
            await click(pilot, group, f"number {n}")
        assert group.values() == {"x": ["v2", "v8"]}


async def test_one_of_several_ways_shows_the_fields_of_the_chosen_way() -> None:
    say = Branch("say", NAME, (LineField("text", NAME),))
    bid = Branch("bid", NAME, (NumberField("sum", NAME, 0, 9),))
    async with filling(OneOf("x", NAME, (say, bid))) as (group, pilot):
        await pilot.press("h", "i")
        assert group.values() == {"x": {"branch": "say", "text": "hi"}}
        await pilot.press("shift+tab", "right")
        await pilot.pause()
        await pilot.press("tab", "7")
        assert group.values() == {"x": {"branch": "bid", "sum": 7}}
        await pilot.press("shift+tab", "left")
        await until(pilot, lambda: group.values() == {"x": {"branch": "say", "text": "hi"}})
        await pilot.press("right")
        await until(pilot, lambda: group.values() == {"x": {"branch": "bid", "sum": 7}})


async def test_dependent_fields_are_merged_with_the_choice() -> None:
    choice = ChoiceField("do", NAME, (Choice("take", "take"), Choice("stop", "stop")))
    take = Branch("take", NAME, (LineField("what", NAME),))
    depends = Dependent("more", NAME, "do", (take,))
    async with filling(choice, depends) as (group, pilot):
        assert group.values() == {}
        await pilot.press("right")
        await pilot.pause()
        await pilot.press("tab", "i", "t")
        assert group.values() == {"do": "take", "what": "it"}
        await pilot.press("shift+tab", "right")
        await pilot.pause()
        assert group.values() == {"do": "stop"}


async def test_cells_bring_back_earlier_words() -> None:
    async with filling(WordField("x", NAME, 3), x=["abc", "def"]) as (group, pilot):
        for key, word in (("up", "def"), ("up", "abc"), ("up", "abc"), ("down", "def")):
            await pilot.press(key)
            assert group.values() == {"x": word}
        await pilot.press("down")
        assert group.values() == {"x": ""}


def forms_of_contract_games() -> list[tuple[str, Form]]:
    """Return every form that occurs in the scripted plays of the contract games."""
    from tests.support.families import contract_catalogue, contract_subject

    found: dict[str, Form] = {}
    for card in contract_catalogue().cards:
        subject = contract_subject(card.id)
        master = subject.game.start(subject.instance, subject.texts)
        scripts: dict[str, Any] = {}
        for _ in range(30):
            for request in master.pending():
                if request.form is not None:
                    shape = f"{card.id}: {[type(f).__name__ for f in request.form.fields]}"
                    found.setdefault(shape, request.form)
            if master.finished:
                break
            request = master.pending()[0]
            if subject.game.card.seat(request.seat).service:
                break
            script = scripts.setdefault(request.seat, subject.game.scripted(request.seat, "en", 1))
            said = script.respond(request, master.view(request.seat))
            master.submit(Response.of(request.id, said))
    return list(found.items())


@pytest.mark.parametrize(("name", "form"), forms_of_contract_games())
async def test_a_draft_of_any_form_comes_back_whole(name: str, form: Form) -> None:
    rng = random.Random(name)
    for _ in range(3):
        values = random_values(form, rng)
        app = FormApp(form.fields, {})
        async with app.run_test(size=(80, 24)) as pilot:
            app.group.fill_all(values)
            for _ in range(5):
                await pilot.pause()
            assert _without_empty(app.group.values()) == _without_empty(values)
            if not problems(form, app.group.values()):
                assert form.compose(app.group.values())


def _without_empty(value: Any) -> Any:
    """Return values for comparison: without the empty items of lists."""
    if isinstance(value, Mapping):
        return {key: _without_empty(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_empty(each) for each in value if each != ""]
    return value


FILLED: dict[str, Callable[[View], list[str]]] = {
    "tidy": lambda view: ["right", "right"],
    "pantry": lambda view: ["3", "tab", "s", "a", "l", "t"],
    "sealed": lambda view: ["5"],
    "moot": lambda view: ["a", "b"],
    "aside": lambda view: ["right"],
    "whisper": lambda view: ["tab", "c", "l", "u", "e"],
}


@pytest.mark.parametrize("game", FILLED)
async def test_a_form_of_each_contract_game_is_filled_in_by_keys_and_sent(
    tmp_path: Path, game: str
) -> None:
    async with playing(tmp_path, game) as table:
        await table.wait_for_request()
        composer = table.composer
        request = composer.request
        assert request is not None
        for key in FILLED[game](View()):
            await table.pilot.press(key)
            await table.pilot.pause()
        values = composer.draft()
        assert isinstance(values, dict)
        assert request.form is not None
        expected = request.form.compose(values)
        await until(table.pilot, lambda: "Will be sent: …" not in seen(table.app))
        await table.pilot.press("enter")
        await table.pilot.pause()
        if composer.request is request:  # a warning: a second Enter confirms it
            await table.pilot.press("enter")

        def sent() -> list[str]:
            entries = [e.entry for e in stored_episode(tmp_path, table.live.id).entries if e.timing]
            return [entry.text for entry in entries if isinstance(entry, Response)]

        await until(table.pilot, sent)
        assert sent() == [expected.strip()]


async def test_finishing_a_contract_game_leads_to_its_result(tmp_path: Path) -> None:
    async with playing(tmp_path, "tidy") as table:
        await table.wait_for_request()
        await table.pilot.press("right", "right", "enter")
        await on(table.pilot, ResultScreen)
