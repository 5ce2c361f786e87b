"""What all screens share: settings, who plays, the interface language, the games, the service."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from clemtui.episode.planning.listing import GameListing, list_games
from clemtui.language import Interface, Labels
from clemtui.ui.shell.options import AppOptions, Permission

if TYPE_CHECKING:
    from clemtui.config import Settings
    from clemtui.episode.planning.plan import SeatPlan
    from clemtui.episode.service import PlayService

Kept = TypeVar("Kept")


class Context:
    """One session of the app.

    Attributes:
        interface: the texts of the interface language.
        settings: the current settings.
        person: the pseudonym of who plays; empty until known.
        listings: the playable games, in the order for people.
        problems: one line for each unusable item in the collections; complete once the packs are
            read.
    """

    def __init__(self, options: AppOptions) -> None:
        """Read the collections without running any game's code.

        Raises:
            PlayError: if a given collection is not one.
            UnknownLanguage: if the interface is not available in the language.
        """
        self.options = options
        self.interface = Interface(options.interface_language)
        self.settings: Settings = options.settings
        known = "" if options.study else options.person or options.settings.person
        self.person: str = known or ""
        self._said_who = options.person is not None
        self.listings, self.problems = list_games(options.collections, at_once=True)
        self._service: PlayService | None = None
        self._opening = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._packs_read = False
        self._kept: dict[type[Any], Any] = {}

    def kept(self, kind: type[Kept]) -> Kept:
        """Return what screens of this kind keep until the end of the session, empty at first."""
        return cast("Kept", self._kept.setdefault(kind, kind()))

    def listing(self, game: str) -> GameListing:
        """Return the listing of a game.

        Raises:
            KeyError: if there is no game with this id.
        """
        for listing in self.listings:
            if listing.card.id == game:
                return listing
        raise KeyError(game)

    async def read_packs(self) -> None:
        """Read all language packs, once. The first screen is drawn before that."""
        async with self._reading:
            if not self._packs_read:
                found = await asyncio.to_thread(list_games, self.options.collections)
                self.listings, self.problems = found
                self._packs_read = True

    @property
    def packs_read(self) -> bool:
        """Whether all language packs are read, so that the languages of the games are final."""
        return self._packs_read

    def labels(self, game: str) -> Labels:
        """Return the labels of a game's family."""
        return Labels(self.interface, self.listing(game).words)

    def set_language(self, language: str) -> None:
        """Switch the interface language.

        Raises:
            UnknownLanguage: if the interface is not available in it.
        """
        self.interface = Interface(language)

    def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Change settings now and, if there is one, in the configuration file.

        Raises:
            ConfigError: if the file cannot be written or a value is invalid. Nothing is changed
                then.
        """
        from clemtui.config import change_settings, with_changes

        file = self.options.config_file
        if file is not None:
            change_settings(file, changes)
        self.use_settings(with_changes(self.settings, changes))

    def use_settings(self, settings: Settings) -> None:
        """Use other settings, for this session only."""
        self.settings = settings
        if self._service is not None:
            self._service.settings = settings

    async def service(self) -> PlayService:
        """Return the play service, which is loaded in a thread on the first call.

        Raises:
            PlayError: if a given collection is not one.
        """
        async with self._opening:
            if self._service is None:
                self._service = await asyncio.to_thread(self._load)
            return self._service

    def _load(self) -> PlayService:
        from clemtui.episode.service import PlayService  # imported late: it loads the records

        return PlayService(
            database=self.options.database,
            settings=self.settings,
            collections=self.options.collections,
            front="app",
            permit=self._permit,
        )

    def _permit(self, plan: SeatPlan) -> None:
        """Refuse players whom a visitor may not choose.

        Raises:
            UsageError: with the reason.
        """
        from clemtui.episode.errors import UsageError
        from clemtui.episode.planning.people import guest_name

        ui, seat, me = self.interface, plan.seat.name, self.person
        own = (me, guest_name(seat, me))
        if plan.kind == "human" and plan.name not in own and not self.may("people"):
            raise UsageError(ui.text("Here, everyone plays under one name only."), field="person")
        named = plan.kind != "model" or plan.name in self.settings.models
        if not named and not self.may("models"):
            raise UsageError(
                ui.text("Only models with a name in the settings can play here."), field="partner"
            )

    def may(self, permission: Permission) -> bool:
        """Return whether the person may do this; a visitor in a browser may do less.

        No participant of a study starts an editor, since most can start a shell.
        """
        if permission == "editor" and self.in_study:
            return False
        return permission in self.options.permissions

    @property
    def in_study(self) -> bool:
        """Whether a participant of a study is here, for whom nothing else exists."""
        return self.options.study is not None

    @property
    def may_research(self) -> bool:
        """Whether the studies here and their results may be seen: by no participant or visitor."""
        return not self.in_study and self.may("people") and self.may("files")

    @property
    def only(self) -> str | None:
        """The person whose records alone may be seen; None for everyone's."""
        return None if self.may("people") else self.person

    async def ensure_person(self) -> str:
        """Return the pseudonym to play under.

        It is the one chosen, else the first in this database, else a new one. A visitor always gets
        a new one.

        Raises:
            StoreError: if the database cannot be read.
        """
        service = await self.service()
        if self.person:
            self.person = await service.known_as(self.person)
        elif self.may("people"):
            self.person = await service.default_person()
        else:
            self.choose_person(service.newcomer)
        return self.person

    def choose_person(self, name: str) -> None:
        """Note who plays, as they themselves said; empty if they took that back."""
        self.person = name
        self._said_who = bool(name)

    @property
    def reader(self) -> str:
        """The person if they said who they are, in this run; otherwise empty.

        A default person, from the settings or the records, leaves no trace by reading.
        """
        return self.person if self._said_who else ""

    async def close(self) -> None:
        """End the session.

        Raises:
            StoreError: if its end cannot be recorded.
        """
        if self._service is not None:
            service, self._service = self._service, None
            await service.close()
