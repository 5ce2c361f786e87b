"""Unfinished episodes, and what each person in them must not see yet.

The secrets come from the game itself: what it declares, and what it has shown to another seat only.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clemtui.catalogue import Catalogue, Collection
from clemtui.engine import OBSERVER, REVEAL, GameMaster, Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.listing import listing
from clemtui.episode.planning.plan import Choices
from clemtui.episode.updates import Asked, Update
from clemtui.kit.plain_data import plain_data, strings
from clemtui.language.catalogues import load
from clemtui.records.rows import StoredEpisode
from clemtui.resources import bundled_collection
from clemtui.store.folding import fold
from tests.support.families import CONTRACT_GAMES
from tests.support.play_helpers import Waiting, planned, sitting, stored

_EDGES = re.compile(r"^\W+|\W+$")
_ID = re.compile("[a-z_.]+")

_WORDS = " ".join(map(str, load("de", None)._catalog))  # type: ignore[attr-defined]
"""All English sentences of the interface: their words mean nothing."""

NAMES = ("Ann", "Ben", "Cem")


@dataclass(frozen=True)
class Casting:
    """Who plays a game: a person's name in each seat, or ``scripted``; and how many answers."""

    game: str
    players: tuple[str, ...]
    answers: int

    def __str__(self) -> str:
        return f"{self.game}-{'-'.join(self.players)}-{self.answers}"

    @property
    def people(self) -> dict[str, str]:
        """The names of the people, by seat."""
        seats = player_seats(self.game)
        return {s: n for s, n in zip(seats, self.players, strict=True) if n != "scripted"}

    @property
    def choices(self) -> Choices:
        """The choices that a person makes to start it."""
        seat, person = next(iter(self.people.items()))
        others = [each for s, each in zip(player_seats(self.game), self.players, strict=True)
                  if s != seat]  # fmt: skip
        partner = [each if each == "scripted" else f"human:{each}" for each in others] or [
            "scripted"
        ]
        return Choices(
            game=self.game,
            language="en",
            seat=seat,
            person=person,
            partner=partner or ["scripted"],
        )


@cache
def catalogue() -> Catalogue:
    """The bundled games and the contract games."""
    return Catalogue([Collection.at(bundled_collection()), Collection.at(CONTRACT_GAMES)])


@cache
def player_seats(game: str) -> tuple[str, ...]:
    """The seats of a game that are not services."""
    return tuple(each.name for each in catalogue().card(game).seats if not each.service)


def castings() -> Iterator[Casting]:
    """Every game with one person in each seat in turn, and with a person in every seat."""
    for card in catalogue().cards:
        seats = player_seats(card.id)
        alone = [
            tuple(NAMES[0] if each == seat else "scripted" for each in seats) for seat in seats
        ]
        together = [NAMES[: len(seats)]] if len(seats) > 1 else []
        for players in (*alone, *together):
            for answers in (0, 1):
                yield Casting(card.id, tuple(players), answers)


class Hesitant(Waiting):
    """Someone in every human seat who gives some answers and then leaves."""

    def __init__(self, live: LiveEpisode, answers: int) -> None:
        self.left = answers
        super().__init__(live)

    def hear(self, update: Update) -> None:
        self.updates.append(update)
        if isinstance(update, Asked) and update.request.seat in self.live.human_seats:
            if self.left:
                self.left -= 1
                self.live.answer(update.request.id, self.scripted(update.request), Timing())
            else:
                self.live.leave()


@dataclass(frozen=True)
class Left:
    """An unfinished episode, alone in its database."""

    casting: Casting
    database: Path
    episode: StoredEpisode

    @property
    def id(self) -> str:
        """The id of the episode."""
        return self.episode.summary.id

    def hidden_from(self, seat: str) -> Hidden:
        """Return what the person in this seat must not see."""
        return hidden_from(self.episode, frozenset({seat}))


def record(folder: Path, casting: Casting) -> Left:
    """Record an unfinished episode; with fewer answers if so many finish it."""

    async def recorded(database: Path, answers: int) -> str:
        async with sitting(database) as service:
            live = await service.start(planned(service, casting.choices))
            Hesitant(live, answers)
            await live.play()
            return live.id

    for answers in range(casting.answers, -1, -1):
        database = folder / str(answers) / "clemtui.db"
        database.parent.mkdir()
        episode = stored(database, asyncio.run(recorded(database, answers)))
        if episode.state == "running":
            return Left(casting, database, episode)
    raise AssertionError(f"{casting} is finished before anyone answers")


@dataclass(frozen=True)
class Hidden:
    """What a person must not see of an episode.

    Attributes:
        words: secrets that the game declares; they count as whole words, in any case.
        lines: lines that other seats have seen or written, and this person has not.
    """

    words: tuple[str, ...]
    lines: tuple[str, ...]

    def found_in(self, text: str) -> list[str]:
        """Return what a text reveals of it."""
        return [*(word for word in self.words if has_word(text, word)),
                *(line for line in self.lines if line in text)]  # fmt: skip


def has_word(text: str, word: str) -> bool:
    """Return whether a word occurs in a text, in any case."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def words_of(text: str) -> str:
    """Return the words of a text without case and punctuation."""
    return " ".join(fold(text).split())


def hidden_from(episode: StoredEpisode, seats: frozenset[str]) -> Hidden:
    """Return what people in these seats must not see, according to the game."""
    game = catalogue().game(episode.summary.game)
    master = game.start(episode.instance, episode.texts)
    for entry in episode.entries_for_replay:
        master.submit(entry)
    mine = "\n".join(text for seat in seats for text in shown_to(master, seat))
    others = {each.seat for each in episode.summary.seats} - seats | {OBSERVER, REVEAL}
    names = [each.seat for each in episode.summary.seats]
    known = words_of("\n".join((mine, *names)))  # what is relayed may be written differently
    theirs = {_EDGES.sub("", line) for who in others for text in shown_to(master, who)
              for line in text.splitlines()}  # fmt: skip
    labels = listing(catalogue(), game.card).words
    pack = json.dumps([episode.texts.to_json(), dict(labels)], ensure_ascii=False)
    public = "\n".join((mine, pack, _WORDS, *names))
    return Hidden(
        words=tuple(
            secret.text
            for secret in game.secrets(episode.instance)
            if not seats & secret.known_to and not has_word(public, secret.text)
        ),
        # a short line may occur anywhere; prompts, labels, and ids of aids are no secret
        lines=tuple(
            line
            for line in sorted(theirs)
            if len(line) > 7
            and words_of(line) not in known
            and json.dumps(line, ensure_ascii=False)[1:-1] not in pack
            and not _ID.fullmatch(line)
        ),
    )


def shown_to(master: GameMaster, watcher: str) -> Iterator[str]:
    """Yield every text that the game has shown to a seat, or that the seat has written."""
    for event in master.events:
        if event.visible_to(watcher) or event.sender == watcher:
            yield from strings(plain_data(event.content))
            yield from strings(plain_data(event.said)) if event.said is not None else ()
    for request in master.pending():
        if request.seat == watcher:
            yield from (message.text for message in request.messages)
    with suppress(NotImplementedError):
        yield from strings(plain_data(master.view(watcher)))
