"""Tests of the setup screen: defaults, input, and choices that persist."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.config import Settings
from clemtui.records.rows import ExposureKind
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.navigation import OpenSetUp
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.keybar import KeyBar
from clemtui.ui.widgets.labelled_field import LabelledField
from clemtui.ui.widgets.stepper import Stepper
from tests.support.play_helpers import choices, play, sitting
from tests.ui.support.app import on, opened, seen, text_of, until
from tests.ui.support.setup import (
    BUNDLED,
    box,
    choose,
    error_at,
    names,
    note_at,
    open_setup,
    shown,
    stepper,
    summary,
    write,
)

# Starting


async def test_enter_starts(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        home = await on(pilot, HomeScreen)
        first = home.query_one(GameCards).ids[0]
        await pilot.press("m")
        await on(pilot, SetupScreen)
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        assert screen.live.game.card.id == first
        assert screen.live.human_seats == ("Player 1",)
        assert screen.live.condition.interface == "assisted"
        assert not screen.live.condition.practice


async def test_early_enter_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        setup._guard = KeyGuard(clock=lambda _: now[0])
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is setup
        now[0] += 0.5
        await pilot.press("enter")
        await on(pilot, PlayScreen)


async def test_everything_can_be_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "seat", "Player 2")
        await choose(pilot, setup, "language", "de")
        await choose(pilot, setup, "interface", "verbatim")
        await choose(pilot, setup, "practice", "yes")
        experiment = stepper(setup, "experiment").options[1][0]
        await choose(pilot, setup, "experiment", experiment)
        await write(pilot, setup, "number", "3")
        await choose(pilot, setup, "person", "\0new")
        await write(pilot, setup, "person-name", "Bea")
        assert "Bea" in summary(setup)
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        live = screen.live
        assert live.human_seats == ("Player 2",)
        assert live.condition.prompt_language == "de"
        assert live.condition.interface == "verbatim"
        assert live.condition.practice
        assert (live.instance.experiment, live.instance.game_id) == (experiment, 3)
        service = await app.context.service()
        assert [person.pseudonym for person in await service.people()] == ["Bea"]
        assert app.context.person == "Bea", "who plays now is who was chosen"


async def test_every_field_is_reached_and_changed_with_the_arrow_keys(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 20), **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        way = []
        for _ in range(10):
            assert app.focused is not None
            way.append(app.focused.id)
            assert setup.query_one("#rows").region.contains_region(app.focused.region)
            await pilot.press("down")
        assert way[:4] == ["seat", "partner-1", "language", "experiment"]
        assert way[4:9] == ["number", "interface", "aids", "practice", "person"]
        assert way[9] == "seat"
        await pilot.press("up", "right")
        assert stepper(setup, "seat").value() == "Player 2"
        await pilot.press("left", "left")
        assert stepper(setup, "seat").value() == "observer"


@pytest.mark.parametrize(
    ("keys", "down", "right"), [("vim", "j", "l"), ("emacs", "ctrl+n", "ctrl+f")]
)
async def test_key_presets_move_but_not_in_text_fields(
    tmp_path: Path, keys: str, down: str, right: str
) -> None:
    settings = Settings(keys=keys)  # type: ignore[arg-type]
    async with opened(tmp_path, settings=settings, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        await pilot.press(down, down, right)
        assert app.focused is stepper(setup, "language")
        assert setup.state.language != stepper(setup, "language").options[0][0]
        box(setup, "number").focus()
        await pilot.press("end", "j")
        assert box(setup, "number").text.endswith("j")


async def test_space_lists_options(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        stepper(setup, "language").focus()
        await pilot.pause()
        assert "Space List" in text_of(setup.query_one(KeyBar))
        await pilot.press("space")
        await on(pilot, ChoiceDialog)
        listed = [tag for tag, _ in stepper(setup, "language").options]
        await pilot.press("down", "enter")
        await on(pilot, SetupScreen)
        await pilot.pause()
        assert setup.state.language == listed[1] != listed[0]
        assert "language" in setup.state.touched


async def test_mouse_steps_and_lists(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        seat = stepper(setup, "seat")
        await pilot.click("#seat", offset=(seat.draw().cell_length - 1, 0))
        assert seat.value() == "Player 2"
        await pilot.click("#seat", offset=(0, 0))
        assert seat.value() == "Player 1"
        await pilot.click("#seat", offset=(4, 0))
        await on(pilot, ChoiceDialog)


async def test_escape_goes_back(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        await open_setup(pilot)
        await pilot.press("escape")
        await on(pilot, HomeScreen)


async def test_a_new_instance_comes_from_a_seed(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "experiment", "\0new")
        assert "Seed" in seen(app)
        seed = box(setup, "number").text
        await choose(pilot, setup, "practice", "yes")
        assert box(setup, "number").text == seed, "it is drawn once"
        await write(pilot, setup, "number", "7")
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        assert screen.choices is not None
        assert screen.choices.seed == 7


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("many", "whole number"),
        ("-1", "whole number"),
        ("999", "999"),
        ("9" * 20, "at most 2,147,483,647"),
        ("9" * 5_000, "at most 2,147,483,647"),
    ],
)
async def test_invalid_number_is_reported_at_its_field(
    tmp_path: Path, number: str, message: str
) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        await write(pilot, setup, "number", number)
        stepper(setup, "seat").focus()
        await pilot.press("enter")
        await until(pilot, lambda: message in error_at(setup, "number"))
        await pilot.pause()
        assert "\n" not in error_at(setup, "number")
        assert app.focused is box(setup, "number")


# Two people, and watching


async def test_a_second_person_is_asked_for_their_name(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        assert not shown(setup, "guest-name-1")
        await choose(pilot, setup, "partner-1", "human")
        assert shown(setup, "guest-name-1")
        assert "Player 2 with Ann" in note_at(setup, "partner-1")
        await write(pilot, setup, "guest-name-1", "Bea")
        assert note_at(setup, "partner-1") == ""
        assert summary(setup) == "Describer: Ann · Guesser: Bea"
        await pilot.press("enter")
        await on(pilot, HandOverScreen)
        service = await app.context.service()
        assert [each.pseudonym for each in await service.people()] == ["Ann", "Bea"]


async def test_a_second_person_without_a_name_is_called_by_the_seat(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "partner-1", "human")
        await pilot.press("enter")
        await on(pilot, HandOverScreen)
        service = await app.context.service()
        names = [each.pseudonym for each in await service.people()]
        assert names == ["Ann", "Player 2 with Ann"]


async def test_known_person_can_be_chosen_once(tmp_path: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await service.add_person("Ann")
        await service.add_person("Bea")
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "partner-1", "human")
        assert names(stepper(setup, "guest-1")) == ["Bea", "someone new"]
        assert summary(setup) == "Describer: Ann · Guesser: Bea"
        await choose(pilot, setup, "person", "Bea")
        assert names(stepper(setup, "guest-1")) == ["Ann", "someone new"]
        await choose(pilot, setup, "guest-1", "\0new")
        await write(pilot, setup, "guest-name-1", "bea")
        await pilot.press("enter")
        await until(pilot, lambda: "Bea already has a role." in error_at(setup, "guest-name-1"))


async def test_what_is_entered_while_the_screen_is_updated_is_kept(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        stepper(setup, "partner-1").choose("human")
        setup.show()  # for example because partners became known
        await pilot.pause()
        assert setup.state.partners["Player 2"].player == "human"
        box(setup, "guest-name-1").text = "Bea"
        setup.show()
        await pilot.pause()
        assert summary(setup) == "Describer: Ann · Guesser: Bea"
        setup.state.partners["Player 2"].new_guest = "Cleo"  # restored from the previous episode
        box(setup, "number").text = "7"
        await pilot.pause()
        assert summary(setup) == "Describer: Ann · Guesser: Cleo"
        assert (setup.state.number, box(setup, "guest-name-1").text) == ("7", "Cleo")


async def test_invalid_name_is_reported_at_its_field(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "person", "\0new")
        await pilot.press("enter")
        await until(pilot, lambda: "enter a name" in error_at(setup, "person-name"))


async def test_watching_needs_players_for_all_seats(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        assert "Partner (Guesser)" in seen(app)
        await choose(pilot, setup, "seat", "observer")
        assert shown(setup, "partner-0")
        assert shown(setup, "partner-1")
        assert "Partner" not in seen(app), "they are nobody's partners"
        assert summary(setup).endswith("Ann watches")
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        assert screen.live.human_seats == ()


# Previous choices and instances already seen


async def test_previous_choices_are_restored(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        wanted = choices(
            "taboo",
            seat="Player 2",
            partner=("human:Bea",),
            language="de",
            interface="verbatim",
            experiment="low",
            practice=True,
        )
        await play(service, wanted)
        await play(service, choices("taboo", person="Cem"))
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        state = (await open_setup(pilot)).state
        assert (state.seat, state.language, state.interface) == ("Player 2", "de", "verbatim")
        assert state.experiment == "low"
        assert state.partners["Player 1"].name == "Bea"
        assert not state.practice, "a game that does not count is chosen each time"


async def test_what_is_chosen_by_hand_is_not_overridden(tmp_path: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("taboo", seat="Player 2", language="de"))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        await on(pilot, HomeScreen)
        setup = SetupScreen(app.context, OpenSetUp(app.context.listing("taboo")))
        setup.state.language = "en"
        setup.state.touched.add("language")
        app.push_screen(setup)
        await until(pilot, setup.loaded.is_set)
        await pilot.pause()
        assert setup.state.seat == "Player 2"
        assert setup.state.language == "en"
        assert stepper(setup, "language").value() == "en"


async def test_first_unseen_instance_is_offered(tmp_path: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("wordle", experiment="high", game_id=1))
        await play(service, choices("wordle", experiment="high", game_id=3))
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot, "wordle")
        assert box(setup, "number").text == "2"
        assert note_at(setup, "number") == ""
        await write(pilot, setup, "number", "3")
        assert note_at(setup, "number") == "! You have already played this one."
        await choose(pilot, setup, "person", "\0new")
        await until(pilot, lambda: note_at(setup, "number") == "")


async def test_the_instance_offered_is_new_to_a_partner_here_too(tmp_path: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("taboo", experiment="high", game_id=0))
        await play(service, choices("taboo", experiment="high", game_id=1, person="Bea"))
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        assert box(setup, "number").text == "1"
        await choose(pilot, setup, "partner-1", "human")
        await choose(pilot, setup, "guest-1", "Bea")
        await until(pilot, lambda: box(setup, "number").text == "2")


async def test_exposure_is_noted(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot, "wordle")
        group = setup.state.group
        assert group is not None
        ways: tuple[tuple[ExposureKind, str], ...] = (
            ("watched", "You have already watched this one being played."),
            ("saw solution", "You have already seen the solution of this one."),
        )
        for kind, said in ways:
            setup.state.seen = {"Ann": {group.exposure_keys[1]: frozenset({kind})}}
            setup.show()
            await write(pilot, setup, "number", "1")
            assert note_at(setup, "number") == f"! {said}"


async def test_all_seen_is_noted(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot, "wordle")
        group = setup.state.group
        assert group is not None
        met: frozenset[ExposureKind] = frozenset({"played"})
        setup.state.seen = {"Ann": dict.fromkeys(group.exposure_keys.values(), met)}
        setup.show()
        assert box(setup, "number").text == str(next(iter(group.exposure_keys)))
        assert "You have already seen every instance of this experiment." in note_at(
            setup, "number"
        )


# Other interface languages and small terminals


async def test_language_change_keeps_choices(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "seat", "Player 2")
        await choose(pilot, setup, "partner-0", "\0typed")
        await write(pilot, setup, "model-0", "openai/mine")
        await choose(pilot, setup, "language", "de")
        await choose(pilot, setup, "practice", "yes")
        await write(pilot, setup, "number", "5")
        before = {each.id: each.value() for each in setup.query(Stepper)}
        await app.set_language("de")
        await pilot.pause()
        assert {each.id: each.value() for each in setup.query(Stepper)} == before
        assert box(setup, "model-0").text == "openai/mine"
        assert box(setup, "number").text == "5"
        assert app.focused is box(setup, "number")
        title = app.context.listing("taboo").words["de"]["taboo.summary"]
        assert title[:30] in seen(app)


@pytest.mark.parametrize("size", [(60, 20), (40, 12), (120, 40)])
async def test_no_field_is_wider_than_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "partner-1", "human")
        rows = setup.query_one("#rows")
        for field in setup.query(LabelledField):
            if field.display:
                assert field.editor.region.right <= rows.region.right, field.id
                assert field.editor.region.width >= 8, field.id


async def test_aids_are_as_last_time_until_another_interface_is_chosen(tmp_path: Path) -> None:
    """Verbatim without its warning is a choice like any other."""
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("taboo", interface="verbatim", aids=()))
    async with opened(tmp_path, size=(100, 40), **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        await until(pilot, lambda: setup.state.interface == "verbatim")
        assert setup.state.chosen_aids == ()
        stepper(setup, "interface").focus()
        await pilot.press("right")
        await until(pilot, lambda: setup.state.interface != "verbatim")
        assert setup.state.chosen_aids is None
