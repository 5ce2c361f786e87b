"""The home screen as text: unfinished episodes, games, and recently played episodes."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from clemtui.archive.episodes import list_episodes, list_unfinished, short_id
from clemtui.episode.errors import PlayError, UsageError, message_of
from clemtui.episode.planning.listing import GameListing, list_games
from clemtui.episode.planning.names import nearest
from clemtui.language import Interface, Labels, Localised, one_line, translatable
from clemtui.plain.history import browse_history, episode_line, unfinished_line
from clemtui.plain.inbox import Leave
from clemtui.plain.menus import Menu, index_of, numbered
from clemtui.plain.options import PlainOptions
from clemtui.plain.output import Output
from clemtui.plain.partners import test_connection
from clemtui.plain.people import identify_person
from clemtui.plain.playing import play
from clemtui.plain.setup import ask_choices
from clemtui.plain.sitting import Sitting, sitting
from clemtui.plain.start import start_or_resume
from clemtui.records.errors import StoreError
from clemtui.records.rows import EpisodeFilter, UnfinishedEpisode

RECENT = 5
"""How many recently played episodes to list."""

CHOICES = {
    translatable("play"): translatable("start an episode of a game, such as: play taboo"),
    translatable("resume"): translatable("resume an unfinished episode, such as: resume 1"),
    translatable("rules"): translatable("show the rules of a game, such as: rules taboo"),
    translatable("history"): translatable(
        "list past episodes, all or filtered, such as: history game:taboo with:model"
    ),
    translatable("hello"): translatable("test the connection to a model, such as: hello NAME"),
    translatable("list"): translatable("list everything again"),
    translatable("help"): translatable("show this help"),
    translatable("leave"): translatable("quit the program"),
}


def print_home(options: PlainOptions) -> None:
    """List unfinished episodes, games, and recently played episodes.

    At a terminal, then ask the person what to do.

    Raises:
        PlayError: if a given collection is not one.
        StoreError: if the database cannot be read.
    """
    output = Output()
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        asyncio.run(_run_home(options))
        return
    _print_home(options, output, numbers=False)
    ui = options.interface
    output.say(
        "",
        ui.text("Run “{command}” to start an episode here, “{help}” for more.",
                command="clemtui play GAME", help="clemtui --help"),
        ui.text("In a terminal, “{command}” alone opens the app.", command="clemtui"),
    )  # fmt: skip


def _print_home(
    options: PlainOptions, output: Output, *, numbers: bool, person: str | None = None
) -> tuple[UnfinishedEpisode, ...]:
    """Print the home screen and return the unfinished episodes in the order shown.

    With ``numbers`` they are numbered to choose from; otherwise each is followed by the command
    that resumes it. With a ``person``, only their recent episodes are listed. Episodes of studies
    are not listed: they go on in their study, and whoever sits here may be no researcher.
    """
    ui = options.interface
    listings, problems = list_games(options.collections)
    unfinished = tuple(each for each in list_unfinished(options.database) if each.study is None)
    if unfinished:
        output.say(ui.text("Unfinished episodes, newest first:"))
    if numbers:
        output.say(*numbered(ui, tuple(unfinished_line(ui, each) for each in unfinished)))
    else:
        for episode in unfinished:
            output.say(ui.text("- {episode}", episode=unfinished_line(ui, episode)))
            output.say(f"  {options.resume_command(short_id(episode.summary.id))}")
    if unfinished:
        output.say("")
    output.say(ui.text("Games:"), *(_game(ui, listing) for listing in listings))
    for problem in problems:
        output.say(ui.text("Not usable: {problem}", problem=one_line(problem)))
    played = EpisodeFilter(person=person, state="finished", of_study=False)
    recent = list_episodes(options.database, played, RECENT)
    if recent:
        output.say("", ui.text("Played recently:"))
        output.say(*(ui.text("- {episode}", episode=episode_line(ui, each)) for each in recent))
    return unfinished


def _game(ui: Interface, listing: GameListing) -> Localised:
    labels = Labels(ui, listing.words)
    return ui.text("- {id}: {summary}", id=listing.card.id, summary=labels.say(listing.summary))


async def _run_home(options: PlainOptions) -> None:
    """Run a whole sitting: do what the person asks for until they leave."""
    async with sitting(options) as at:
        with suppress(Leave):
            await identify_person(at)
            await _Home(at).stay()


class _Home:
    """Asks what to do until the person leaves."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._ui = sitting.ui
        self._menu = Menu(sitting.ui, CHOICES)
        self._unfinished: tuple[UnfinishedEpisode, ...] = ()

    async def stay(self) -> None:
        """Show the home screen and do what is asked for.

        Raises:
            Leave: if the person leaves by command, or the input ends.
        """
        self._show()
        while True:
            question = self._ui.text("What would you like to do? Type “help” for a list:")
            reply = str(await self._sitting.read(question)).strip()
            word, rest = ("", "") if reply.isdecimal() else self._menu.match(reply)
            if word == "leave":
                return
            try:
                if word:
                    await self._handle(word, rest)
                elif reply:
                    self._sitting.say(self._menu.unknown_choice(reply))
            except (PlayError, StoreError) as error:
                self._sitting.say(self._ui.show(message_of(error)))

    def _show(self) -> None:
        at = self._sitting
        self._unfinished = _print_home(at.options, Output(), numbers=True, person=at.person)

    async def _handle(self, word: str, rest: str) -> None:
        match word:
            case "play":
                await self._play(rest)
            case "resume":
                await self._resume(rest)
            case "rules":
                self._tell_rules(rest)
            case "history":
                await browse_history(self._sitting, rest)
            case "hello" if rest:
                await test_connection(self._sitting, self._sitting, rest)
            case "hello":
                self._sitting.say(
                    self._ui.text("Which model? For example: hello openai/gpt-4o-mini")
                )
            case "list":
                self._show()
            case _:
                self._sitting.say(*self._menu.lines())

    async def _play(self, game: str) -> None:
        choices = await ask_choices(self._sitting, self._game(game))
        if choices is not None:
            await start_or_resume(self._sitting, choices)

    async def _resume(self, which: str) -> None:
        if not self._unfinished:
            raise UsageError(self._ui.text("No unfinished episodes."))
        at = index_of(which or "1", len(self._unfinished))
        if at is None:
            raise UsageError(
                self._ui.text("“{which}” is not the number of an unfinished episode.", which=which)
            )
        live = await self._sitting.resumed(self._unfinished[at].summary.id)
        await play(self._sitting, live)

    def _tell_rules(self, game: str) -> None:
        voice = self._sitting.voice(self._game(game), {})
        self._sitting.say(voice.say(voice.listing.rules))

    def _game(self, name: str) -> str:
        """Return the id of the game with this id or title.

        Raises:
            UsageError: if there is none.
        """
        listings, _ = list_games(self._sitting.options.collections)
        for listing in listings:
            title = Labels(self._ui, listing.words).say(listing.title)
            if name.casefold() in (listing.card.id.casefold(), title.casefold()):
                return listing.card.id
        if not name:
            raise UsageError(self._ui.text("Which game? For example: play {game}",
                                           game=listings[0].card.id))  # fmt: skip
        games = [listing.card.id for listing in listings]
        near = nearest(name, games)
        raise UsageError(
            self._ui.text("Unknown game {name}; available: {games}.", name=name,
                          games=self._ui.list(games))
            if near is None
            else self._ui.text("Unknown game {name}; did you mean {near}?", name=name,
                               near=near)
        )  # fmt: skip
