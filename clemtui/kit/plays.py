"""The plays of an instance that the checks start from: scripted, mixed, and pure noise."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from clemtui.engine import (
    Entry,
    GameMaster,
    Part,
    Request,
    Response,
    Scripted,
    Service,
    Text,
    ToolCall,
    View,
)
from clemtui.kit.subject import Nonconforming, Subject, never_raises
from clemtui.kit.values import random_values
from clemtui.players.scripted import has_script

_FILLINGS = 20

Answer = Callable[[Request, View], Response]


def start(subject: Subject) -> GameMaster:
    """Return a new master."""
    with never_raises("start()"):
        return subject.game.start(subject.instance, subject.texts)


def replay(subject: Subject, entries: tuple[Entry, ...]) -> GameMaster:
    """Return a new master that has been given the entries."""
    master = start(subject)
    for entry in entries:
        submit(master, entry)
    return master


def submit(master: GameMaster, entry: Entry) -> None:
    """Submit an entry that the master must accept."""
    try:
        master.submit(entry)
    except Exception as error:
        said = entry.text if isinstance(entry, Response) else entry.kind
        with never_raises(f"submit() of {said!r:.60}"):
            raise error


@dataclass
class Cast:
    """The scripted players and services of one play."""

    subject: Subject
    seed: int = 0
    players: dict[str, Scripted] = field(default_factory=dict)
    services: dict[str, Service] = field(default_factory=dict)

    def player(self, seat: str) -> Scripted:
        """Return the scripted player of a seat."""
        if seat not in self.players:
            language = self.subject.texts.base_language
            if has_scripted_player(self.subject, seat, language):
                with never_raises(f"scripted({seat!r})"):
                    self.players[seat] = self.subject.game.scripted(seat, language, self.seed)
            else:
                self.players[seat] = FormFiller(self.seed)
        return self.players[seat]

    def service(self, seat: str) -> Service:
        """Return the service of a seat."""
        if seat not in self.services:
            with never_raises(f"service({seat!r})"):
                self.services[seat] = self.subject.game.service(seat, self.subject.instance)
        return self.services[seat]

    def answer(self, request: Request, view: View) -> Response:
        """Return a seat's answer, stripped as real players deliver it."""
        if self.subject.seat(request.seat).service:
            with never_raises(f"the service of {request.seat}"):
                parts = asyncio.run(_respond(self.service(request.seat), request))
            return Response(request.id, parts)
        with never_raises(f"the scripted player of {request.seat}"):
            return Response.of(request.id, self.player(request.seat).respond(request, view).strip())


class FormFiller:
    """Stands in for a seat's scripted player in a language that it does not support.

    Fills in forms with values that their check accepts, if it finds any.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def respond(self, request: Request, view: View) -> str:
        """Return a composed answer, the same for the same request.

        Raises:
            LookupError: if the request has no form.
        """
        if request.form is None:
            raise LookupError("the request has no form, and no scripted player exists")
        rng = random.Random(f"{self._seed} {request.id}")
        values = random_values(request.form, rng)
        for _ in range(_FILLINGS):
            if not request.form.check(values, view):
                break
            values = random_values(request.form, rng)
        return request.form.compose(values)


def has_scripted_player(subject: Subject, seat: str, language: str) -> bool:
    """Return whether the game has a scripted player of a seat for a language.

    It must have one for at least one of its languages.

    Raises:
        Nonconforming: if it has one for none.
    """
    others = [each.texts.base_language for each in subject.languages.values()]
    for spoken in dict.fromkeys((language, *others)):
        with never_raises(f"scripted({seat!r})"):
            if has_script(subject.game, seat, spoken):
                return spoken == language
    raise Nonconforming(f"there is no scripted player of {seat!r} in any language")


async def _respond(service: Service, request: Request) -> tuple[Part, ...]:
    return await service.respond(request)


def play(
    subject: Subject, answer: Answer, limit: int, rng: random.Random | None = None
) -> tuple[Entry, ...]:
    """Return the entries of one play.

    Of several open requests the first is answered, or a random one if ``rng`` is given.
    """
    master = start(subject)
    entries: list[Entry] = []
    while len(entries) < limit:
        with never_raises("pending()"):
            pending = master.pending()
        if not pending:
            break
        request = rng.choice(pending) if rng else pending[0]
        with never_raises("view()"):
            view = master.view(request.seat)
        entries.append(answer(request, view))
        submit(master, entries[-1])
    return tuple(entries)


def scripted(subject: Subject, seed: int = 0) -> tuple[Entry, ...]:
    """Play with scripted players and the game's own services, up to the end or the budget."""
    return play(subject, Cast(subject, seed).answer, subject.budget)


def mixed(subject: Subject, seed: int) -> tuple[Entry, ...]:
    """Play a mixture of sense, noise and filled-in forms, up to the limit."""
    rng = random.Random(seed)
    cast = Cast(subject, seed)

    def answer(request: Request, view: View) -> Response:
        kind = rng.random()
        if kind < 0.55:
            return cast.answer(request, view)
        if kind < 0.85 and request.form is not None:
            values = random_values(request.form, rng, tuple(subject.texts.tags.values()))
            with never_raises("compose()"):
                return Response.of(request.id, request.form.compose(values).strip())
        return random_answer(subject, request, rng)

    return play(subject, answer, subject.limit, rng)


def random_answer(subject: Subject, request: Request, rng: random.Random) -> Response:
    """Return an arbitrary answer: a sample, sometimes after a tag, or a tool call."""
    sample = rng.choice(subject.samples)
    if request.tools and rng.random() < 0.5:
        tool = rng.choice(request.tools).name
        names = ("else", *rng.choice(request.tools).parameters.get("properties", {}))
        arguments = {name: rng.choice([sample, 3, None]) for name in names if rng.random() < 0.6}
        calls = tuple(ToolCall(str(number), tool, arguments) for number in range(rng.randint(1, 2)))
        return Response(request.id, (Text(sample), *calls))
    tags = tuple(subject.texts.tags.values())
    if tags and rng.random() < 0.5:
        sample = f"{rng.choice(tags)} {sample}"
    return Response.of(request.id, sample)


@lru_cache(maxsize=64)
def all_plays(subject: Subject) -> tuple[tuple[Entry, ...], ...]:
    """Return two plays by scripted players, cut at the depth, and three mixed ones."""
    played = [scripted(subject, seed)[: subject.depth] for seed in range(2)]
    return (*played, *(mixed(subject, seed) for seed in range(3)))


def sample_points(count: int, most: int) -> list[int]:
    """Return about ``most`` numbers from 0 to ``count``, including both ends."""
    return sorted({*range(0, count + 1, max(1, count // most)), count})


def verdict_kinds(master: GameMaster, request_id: int) -> list[str]:
    """Return the kinds of verdict on the response to a request."""
    return [e.verdict.kind for e in master.events if e.request_id == request_id and e.verdict]


def request_of(master: GameMaster, entry: Response) -> Request:
    """Return the open request that a response answers.

    Raises:
        Nonconforming: if it is not open.
    """
    for request in master.pending():
        if request.id == entry.request_id:
            return request
    raise Nonconforming(f"request {entry.request_id} is open in one play but not in another")
