"""Records of whole episodes, made by hand: who plays and what is said, at fixed times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from clemtui.catalogue import Catalogue, open_catalogue
from clemtui.engine import Control, Instance, Request, Response, Scores, Texts
from clemtui.episode.condition import Condition
from clemtui.records.rows import EpisodeStart, PlayerKind, SeatAssignment, SessionStart
from clemtui.store.write.writer import Writer
from tests.store.builders import outcome

Who = tuple[PlayerKind, str]
SCRIPTED: Who = ("scripted", "scripted")


class SteppingClock:
    """A clock that advances by a second each time it is read."""

    def __init__(self) -> None:
        self.seconds = 0

    def now(self) -> datetime:
        self.seconds += 1
        return datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def monotonic_ms(self) -> float:
        return self.seconds * 1000.0

    def utc_offset_minutes(self) -> int:
        return 60


class Records:
    """Writes whole episodes into a database."""

    def __init__(self, writer: Writer, catalogue: Catalogue) -> None:
        self.writer = writer
        self.catalogue = catalogue
        self.session = writer.open_session(SessionStart("run", "0.1"))

    def instance(self, game: str, experiment: str, game_id: int, language: str = "en") -> Instance:
        """Return a bundled instance."""
        found = self.catalogue.experiments(game, language)
        return self.catalogue.instance(found, experiment, game_id)

    def play(
        self,
        instance: Instance,
        said: Mapping[str, Sequence[str]],
        *,
        who: Mapping[str, Who] | None = None,
        language: str | None = None,
        texts: Texts | None = None,
        gives_up: str | None = None,
        scored: bool = True,
        tags: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None,
        answered: str = "",
        altered: Callable[[Request], Request] = lambda request: request,
        judged: Callable[[Scores], Scores] = lambda scores: scores,
        **condition: Any,
    ) -> str:
        """Play an episode with each seat's responses, in order; return its id.

        ``who`` gives the players by seat (scripted ones by default); ``gives_up`` is the seat that
        ends the episode after the last response. Without that, an episode that is not over then
        stays unfinished. ``altered`` changes each request into what other rules would have asked,
        ``judged`` the scores into theirs. ``answered`` is the model that a provider names in
        each answer.
        """
        game = self.catalogue.game(instance.game)
        texts = texts or self.catalogue.texts(instance, language)
        played = Condition(
            **{
                "interface": "assisted",
                "prompt_language": texts.language,
                "interface_language": "en",
                **condition,
            }
        )
        seats = tuple(
            self._seat(seat.name, seat.role, (who or {}).get(seat.name, SCRIPTED), settings)
            for seat in game.card.seats
        )
        episode = self.writer.start_episode(
            EpisodeStart(
                session=self.session,
                family=game.card.family,
                game=game.card.id,
                game_version=game.card.version,
                rules_hash="r" * 64,
                instance=instance,
                texts=texts,
                seats=seats,
                interface=played.interface,
                condition=played.record(),
                practice=played.practice,
                tags=tags or {},
            )
        )
        master = game.start(instance, texts)
        waiting = {seat: iter(each) for seat, each in said.items()}
        while asked := master.pending():
            for request in asked:
                self.writer.request(episode, altered(request))
            request = asked[0]
            text = next(waiting.get(request.seat, iter(())), None)
            if text is None:
                break
            response = Response.of(request.id, text)
            if answered:
                attempt = self.writer.attempt_started(episode, request.id, 1, {})
                done = outcome(text=text, raw=text.encode(), model=answered)
                self.writer.attempt_ended(attempt, done)
            self.writer.entry(episode, response)
            master.submit(response)
        if not master.finished and gives_up:
            control = Control("gave up", gives_up)
            self.writer.entry(episode, control)
            master.submit(control)
        if master.finished:
            scores = judged(game.score(master)) if scored else None
            self.writer.end_episode(episode, "finished", scores=scores)
        else:
            self.writer.release(episode)
        return episode

    def _seat(
        self, seat: str, role: str, who: Who, settings: Mapping[str, Any] | None
    ) -> SeatAssignment:
        kind, name = who
        person = self.writer.person(name).id if kind == "human" else None
        player = "human" if kind == "human" else name
        parameters = (settings or {}) if kind == "model" else {}
        return SeatAssignment(seat, role, kind, player, person, parameters=parameters)


@contextmanager
def open_records(database: Path) -> Iterator[Records]:
    """Open a database to write episodes of the bundled games into."""
    writer = Writer(database, clock=SteppingClock())
    try:
        yield Records(writer, open_catalogue())
    finally:
        writer.close()
