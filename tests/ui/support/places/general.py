"""Places before and around a game: home, people, settings, shortcuts, setup and small dialogs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.widgets import Input

from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.people import PeopleList, PeopleScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.home.welcome import NameInput, WelcomeScreen
from clemtui.ui.play.rules import RulesScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.progress.screen import ProgressScreen
from clemtui.ui.settings.screen import SettingsList, SettingsScreen
from clemtui.ui.settings.shortcuts import ShortcutList, ShortcutsScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog, PartnerList
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, ChoiceList, TextDialog
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.dialogs.jump import JumpScreen
from clemtui.ui.shell.dialogs.palette import PaletteList, PaletteScreen
from clemtui.ui.shell.navigation import OpenPartners, OpenReader, OpenRules, OpenWelcome
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.studies.screen import StudiesScreen
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.home_lists import RecentList, TodayList, UnfinishedList
from clemtui.ui.widgets.lists import TextPane
from clemtui.ui.widgets.stepper import Stepper
from tests.ui.snapshots.records import MODEL
from tests.ui.snapshots.scenes.start import with_partner
from tests.ui.support.app import seen, wait_for_workers
from tests.ui.support.key_trials import (
    GREETING,
    Action,
    Check,
    Place,
    Trial,
    Walk,
    answered,
    becomes,
    changes,
    closes,
    focus_moves,
    focuses,
    in_list,
    in_text,
    opens,
    quits,
)

# Home


def at_list(id: str) -> Action:
    """Return what focuses one of the lists of the home screen."""

    async def enter(walk: Walk) -> None:
        walk.one(id).focus()

    return enter


async def at_first_task(walk: Walk) -> None:
    """Go to the first task of the day: which list is beside it depends on the row."""
    walk.one(TodayList).action_first()


def over_cards() -> dict[str, Trial]:
    """Return the trials of movements over the games, each from one end towards the other."""

    def trial(start: int, reached: Callable[[GameCards, int], bool]) -> Trial:
        async def go(walk: Walk) -> None:
            games = walk.one(GameCards)
            games.highlight(start % len(games.ids))

        def effect(walk: Walk) -> Check:
            games = walk.one(GameCards)
            return lambda: reached(games, len(games.ids) - 1)

        return Trial(effect, go)

    def row(games: GameCards) -> int:
        return games.places[games.highlighted].y

    def is_below(games: GameCards, last: int) -> bool:
        return row(games) > games.places[0].y

    def is_above(games: GameCards, last: int) -> bool:
        return row(games) < games.places[last].y

    return {
        "move.down": trial(0, is_below),
        "move.page_down": trial(0, is_below),
        "move.last": trial(0, lambda games, last: games.highlighted == last),
        "move.up": trial(-1, is_above),
        "move.page_up": trial(-1, is_above),
        "move.first": trial(-1, lambda games, last: games.highlighted == 0),
        "move.right": trial(0, lambda games, last: games.highlighted == 1),
        "move.left": trial(-1, lambda games, last: games.highlighted == last - 1),
    }


HOME = (
    Place(
        "home, at the games",
        (HomeScreen, GameCards),
        at_list("#games"),
        {
            "home.history": opens(HistoryScreen),
            "home.progress": opens(ProgressScreen),
            "home.people": opens(PeopleScreen),
            "home.settings": opens(SettingsScreen),
            "home.studies": opens(StudiesScreen),
            "home.help": opens(ReaderScreen),
            "home.quit": quits,
            "home.choose": opens(PlayScreen),
            "home.more": opens(SetupScreen),
            "home.watch": opens(SetupScreen),
            "home.number": opens(Screen),  # or a question first, if the last partner is gone
            "home.today": focuses(TodayList),
            **over_cards(),
        },
    ),
    Place(
        "home, at the unfinished games",
        (HomeScreen, UnfinishedList),
        at_list("#unfinished"),
        {
            "home.resume": opens(PlayScreen),
            "move.left": focuses(GameCards),
            "move.right": focuses(TodayList),
            "home.more": opens(SetupScreen),
            **in_list(UnfinishedList),
        },
    ),
    Place(
        "home, at the tasks of the day",
        (HomeScreen, TodayList),
        at_list("#today"),
        {
            "home.daily": opens(PlayScreen),
            "home.more": opens(SetupScreen),
            "move.left": Trial(focuses(UnfinishedList), at_first_task),
            "move.right": focuses(GameCards),
            **in_list(TodayList),
        },
    ),
    Place(
        "home, at the last games",
        (HomeScreen, RecentList),
        at_list("#recent"),
        {
            "home.read": opens(ReviewScreen),
            "home.more": opens(SetupScreen),
            "move.left": focuses(GameCards),
            "move.right": focuses(TodayList),
            **in_list(RecentList),
        },
    ),
)


# People


async def welcome(walk: Walk) -> None:
    """Open the question of the very first start."""
    walk.app.push_screen(
        WelcomeScreen(walk.app.context, OpenWelcome(f"Somebody-{next(walk.numbers)}"))
    )
    await walk.on(WelcomeScreen)


def name_saved(walk: Walk) -> Check:
    """The suggested name is used now and on the next start."""
    name, gone = walk.screen.suggestion, closes(walk)
    context = walk.app.context
    return lambda: gone() and context.person == context.settings.person == name


def name_not_saved(walk: Walk) -> Check:
    """The suggested name is used, but not on the next start."""
    name, gone = walk.screen.suggestion, closes(walk)
    context = walk.app.context
    return lambda: gone() and context.person == name != context.settings.person


async def people(walk: Walk) -> None:
    """Open the list of people."""
    walk.screen.action_people()
    screen = await walk.on(PeopleScreen)
    await walk.until(lambda: screen.people, "people")


async def at_ben(walk: Walk) -> None:
    """Highlight a person who is not the current one."""
    names = [person.pseudonym for person in walk.screen.people]
    walk.one(PeopleList).highlighted = names.index("Ben")


def ben_plays(walk: Walk) -> Check:
    """Ben becomes the current person."""
    gone, context = closes(walk), walk.app.context
    return lambda: gone() and context.person == "Ben"


PEOPLE = (
    Place(
        "welcome",
        (WelcomeScreen, NameInput),
        welcome,
        {"people.name": name_saved, "people.later": name_not_saved},
    ),
    Place(
        "who plays",
        (PeopleScreen, PeopleList),
        people,
        {
            "people.take": Trial(ben_plays, at_ben),
            "people.new": opens(TextDialog),
            "people.close": closes,
            **in_list(PeopleList),
        },
    ),
)


# Settings, shortcuts, help


async def settings(walk: Walk) -> None:
    """Open the settings."""
    walk.screen.action_settings()
    await walk.on(SettingsScreen)


async def keys(walk: Walk) -> None:
    """Open the list of shortcuts."""
    walk.screen.action_all_keys()
    screen = await walk.on(ShortcutsScreen)
    await walk.until(lambda: screen.query_one(ShortcutList).option_count, "the list of keys")


async def reader(walk: Walk) -> None:
    """Open a long text."""
    texts = [("Heading", "\n".join(f"Line {n}" for n in range(80)))]
    walk.app.push_screen(
        ReaderScreen(walk.app.context, OpenReader(lambda: "A text", lambda: texts))
    )
    await walk.on(ReaderScreen)


async def rules(walk: Walk) -> None:
    """Open two pages of rules."""
    long = [("", "\n".join(f"Rule {n}" for n in range(80)))]
    pages = [("For people", long), ("For players", long)]
    walk.app.push_screen(RulesScreen(walk.app.context, OpenRules(lambda: "Rules", lambda: pages)))
    await walk.on(RulesScreen)


def at_page(page: int) -> Action:
    """Return what opens a page of the rules."""

    async def go(walk: Walk) -> None:
        walk.screen.action_page(page)

    return go


def shows_page(page: int) -> Any:
    """The other page is shown and has the focus."""
    return focuses(f"#page-{page}")


AROUND = (
    Place(
        "settings",
        (SettingsScreen, SettingsList),
        settings,
        {
            "settings.choose": Trial(
                opens(ChoiceDialog),
                lambda walk: at_row(walk, SettingsList, 0),
            ),
            "settings.close": closes,
            **in_list(SettingsList),
        },
    ),
    Place(
        "list of keys",
        (ShortcutsScreen, ShortcutList),
        keys,
        {
            "keys.change": opens(TextDialog),
            "keys.find": focuses("#find"),
            "keys.close": closes,
            **in_list(ShortcutList),
        },
    ),
    Place(
        "a text",
        (ReaderScreen, TextPane),
        reader,
        {"reader.close": closes, "app.help": closes, **in_text(TextPane)},
    ),
    Place(
        "rules",
        (RulesScreen,),
        rules,
        {
            "rules.close": closes,
            "move.left": Trial(shows_page(0), at_page(1)),
            "move.right": Trial(shows_page(1), at_page(0)),
        },
    ),
)


async def at_row(walk: Walk, kind: Any, row: int) -> None:
    """Highlight a row of a list."""
    walk.one(kind).highlighted = row


# Setup


async def set_up(walk: Walk) -> None:
    """Open the setup of taboo with a model as partner and its field focused."""
    await with_partner(walk.pilot, MODEL)


async def no_connection_test(walk: Walk) -> None:
    """Choose a model, with no connection test running, because Escape would only cancel it."""
    walk.one("#partner-1").choose(MODEL)
    walk.screen.connection_tests.stop()


def connection_tested(walk: Walk) -> Check:
    """The connection test has succeeded."""
    screen = walk.screen
    screen.state.connection_tests.clear()
    screen.show()
    return lambda: GREETING in seen(walk.app) and screen.state.connection_tests[MODEL].ok


async def scripted(walk: Walk) -> None:
    """Choose the scripted player, who is always available."""
    stepper = walk.one("#partner-1")
    stepper.choose("scripted")


def steps(step: int) -> Any:
    """The focused field switches to the next option (1) or the previous one (-1)."""

    def effect(walk: Walk) -> Check:
        stepper: Stepper = walk.one("#partner-1")
        wanted = (stepper.index + step) % len(stepper.options)
        return lambda: stepper.index == wanted

    return effect


async def partner(walk: Walk) -> None:
    """Open the list of partners."""
    walk.app.push_screen(PartnerDialog(walk.app.context, OpenPartners()), walk.answers.append)
    screen = await walk.on(PartnerDialog)
    await wait_for_workers(screen.workers)


SET_UP = (
    Place(
        "set-up",
        (SetupScreen, Stepper),
        set_up,
        {
            "setup.start": Trial(opens(PlayScreen), scripted),
            "setup.list": opens(PartnerDialog),
            "setup.card": Trial(opens(ReaderScreen), at_list("#language")),
            "setup.hello": Trial(connection_tested, no_connection_test),
            "setup.back": Trial(closes, no_connection_test),
            "setup.next": focus_moves(1),
            "setup.before": focus_moves(-1),
            "move.left": steps(-1),
            "move.right": steps(1),
            "move.up": focus_moves(-1),
            "move.down": focus_moves(1),
        },
    ),
    Place(
        "partners",
        (PartnerDialog, PartnerList),
        partner,
        {
            "partner.take": Trial(answered("scripted"), lambda walk: at_partner(walk, "scripted")),
            "partner.close": answered(None),
            **in_list(PartnerList),
        },
    ),
)


async def at_partner(walk: Walk, word: str) -> None:
    """Highlight an available partner."""
    words = [offer.word for offer in walk.screen.offered]
    walk.one(PartnerList).highlighted = words.index(word)


# Small dialogs


async def choice(walk: Walk) -> None:
    """Open a choice between several options."""
    options = [(word, word.upper()) for word in ("a", "b", "c", "d")]
    screen = ChoiceDialog(walk.app.context.interface, "Which?", options, "b")
    walk.app.push_screen(screen, walk.answers.append)
    await walk.on(ChoiceDialog)


async def line(walk: Walk) -> None:
    """Open an input for a line of text."""

    async def take(text: str) -> str | None:
        return None

    walk.app.push_screen(TextDialog(walk.app.context.interface, "What?", "Anything", "", take))
    await walk.on(TextDialog)


async def question(walk: Walk) -> None:
    """Open a confirmation."""
    screen = ConfirmDialog(walk.app.context.interface, "Really?", "yes")
    walk.app.push_screen(screen, walk.answers.append)
    await walk.on(ConfirmDialog)


async def jumping(walk: Walk) -> None:
    """Start jump mode."""
    walk.screen.action_jump()
    await walk.on(JumpScreen)


async def palette(walk: Walk) -> None:
    """Open the command palette."""
    walk.screen.action_commands()
    await walk.on(PaletteScreen)
    assert isinstance(walk.focused, Input)


def highlighted(walk: Walk) -> Any:
    """Return the index of the highlighted command."""
    return walk.one(PaletteList).highlighted


PAGE: Any = changes(lambda walk: highlighted(walk) // 3)

QUESTIONS = (
    Place(
        "a choice",
        (ChoiceDialog, ChoiceList),
        choice,
        {
            "choice.take": Trial(answered("c"), lambda walk: at_row(walk, ChoiceList, 2)),
            "choice.close": answered(None),
            **in_list(ChoiceList),
        },
    ),
    Place("a line of text", (TextDialog,), line, {"choice.close": closes}),
    Place(
        "a question",
        (ConfirmDialog,),
        question,
        {"confirm.yes": answered(True), "confirm.no": answered(False)},
    ),
    Place("jump mode", (JumpScreen,), jumping, {"jump.close": closes}),
    Place(
        "commands",
        (PaletteScreen,),
        palette,
        {
            "palette.close": closes,
            "palette.next": becomes(highlighted, lambda before: before + 1),
            "palette.previous": Trial(
                becomes(highlighted, lambda before: before - 1),
                lambda walk: at_row(walk, PaletteList, 6),
            ),
            "palette.page_down": Trial(PAGE, lambda walk: at_row(walk, PaletteList, 0)),
            "palette.page_up": Trial(PAGE, lambda walk: at_row(walk, PaletteList, 12)),
        },
    ),
)
