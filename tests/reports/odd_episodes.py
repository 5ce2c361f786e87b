"""Records with an episode of every odd kind, each of them really played by the installed rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clemtui.catalogue import open_catalogue
from clemtui.engine import MAIN_SCORE, GameMaster, Instance, Response, Scores, Texts
from clemtui.episode.condition import Condition
from clemtui.records.rows import (
    EpisodeStart,
    ExposureKind,
    SampleReason,
    SeatAssignment,
    SessionStart,
    TagDecision,
)
from clemtui.records.work import EndState
from clemtui.store.write.writer import Writer
from tests.store.builders import SetClock

GAME = "referencegame"
MOVES = 2
GIVER, FOLLOWER = "Player 1", "Player 2"
PILOT = "pilot"
"""A study from which an episode is excluded."""
FOREIGN_SCORER = f"{GAME}:clemcore-3.7.2"

Reason = SampleReason | str
Cast = Mapping[str, SeatAssignment]


def sets_of_grids() -> list[Instance]:
    """Return one bundled instance for each set of grids."""
    game = open_catalogue().game(GAME)
    found: dict[str, Instance] = {}
    for experiment in open_catalogue().experiments(GAME):
        for instance in experiment.instances:
            found.setdefault(game.exposure_key(instance), instance)
    return list(found.values())


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What may be odd about an episode.

    Attributes:
        state: None if it is still running.
        scored: whether it has scores of the game; ``scored_elsewhere``: of another program.
        excluded: the value of the tag that excludes it; ``revoked``: no longer.
        wrong: the giver describes nothing, which aborts the episode.
        condition: changes of the usual condition.
    """

    language: str = "en"
    state: EndState | None = "finished"
    scored: bool = True
    scored_elsewhere: bool = False
    excluded: str = ""
    revoked: bool = False
    time_known: bool = True
    wrong: bool = False
    condition: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class OddEpisodes:
    """A database, and for each of its episodes why it does not count: None if it does.

    Episodes start a minute apart. Each has the tag ``id`` with its number.

    Attributes:
        of_study: why it does not count in the study `PILOT`.
        people: the people in it.
    """

    path: Path
    reasons: dict[str, Reason | None] = field(default_factory=dict)
    of_study: dict[str, Reason | None] = field(default_factory=dict)
    people: dict[str, frozenset[str]] = field(default_factory=dict)
    instances: dict[str, Instance] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.clock = SetClock()
        self.writer = Writer(self.path, clock=self.clock)
        self.catalogue = open_catalogue()
        self.game = self.catalogue.game(GAME)
        self.sitting = self.writer.open_session(SessionStart("run", "0.1"))
        self._grids = sets_of_grids()
        self._given: set[tuple[str, str]] = set()
        self._names: dict[str, str] = {}
        self._roles = {each.name: each.role for each in self.game.card.seats}

    def new(self, *players: str) -> Instance:
        """Return an instance with grids that was not returned for these players before."""
        for found in self._grids:
            pairs = {(player, found.hash) for player in players}
            if not pairs & self._given:
                self._given |= pairs
                return found
        raise AssertionError("there are not that many sets of grids")

    def person(self, name: str) -> str:
        """Return the id of a person."""
        id = self.writer.person(name).id
        self._names[id] = name
        return id

    def cast(self, person: str, seat: str = GIVER) -> Cast:
        """Return a person in a seat and a script in the other one, by seat."""
        return {
            name: SeatAssignment(name, role, "human", "human", self.person(person))
            if name == seat
            else SeatAssignment(name, role, "scripted", "scripted", parameters={"script": "1"})
            for name, role in self._roles.items()
        }

    def models(self, name: str, **parameters: Any) -> Cast:
        """Return a model in both seats, by seat; ``parameters`` as recorded."""
        return {
            seat: SeatAssignment(seat, role, "model", name, parameters=parameters)
            for seat, role in self._roles.items()
        }

    def play(
        self, instance: Instance, cast: Cast, reason: Reason | None = None, **kind: Any
    ) -> str:
        """Record an episode, and that its people know its grids; return its id.

        Args:
            instance: the grids.
            cast: who plays.
            reason: why it does not count.
            kind: what is odd about it (`Kind`).
        """
        self.clock.forward(60)
        odd = Kind(**kind)
        texts = self.catalogue.texts(instance, odd.language)
        id = self.writer.start_episode(self._start(instance, texts, cast, odd))
        master = self._play_out(id, instance, texts, odd)
        if odd.state is None:
            self.writer.release(id)
        else:
            scores = self.game.score(master)
            self.writer.end_episode(id, odd.state, scores=scores if odd.scored else None)
            if odd.scored_elsewhere:
                self.writer.add_scores(id, FOREIGN_SCORER, scores)
        if odd.excluded:
            self._decide(id, odd.excluded)
        if odd.revoked:
            self._decide(id, odd.excluded, revoked=True)
        for person in people_in(cast):
            self.know(person, instance, "played", id)
        self.reasons[id] = self.of_study[id] = reason
        self.people[id] = frozenset(self._names[each] for each in people_in(cast))
        self.instances[id] = instance
        if odd.excluded == f"study:{PILOT}":
            self.of_study[id] = "excluded"
        return id

    def _start(self, instance: Instance, texts: Texts, cast: Cast, odd: Kind) -> EpisodeStart:
        usual = {"interface": "assisted", "interface_language": "en"}
        language = {"prompt_language": texts.language}
        condition = Condition(**{**usual, **language, **odd.condition})
        return EpisodeStart(
            session=self.sitting,
            family=self.game.card.family,
            game=GAME,
            game_version=self.game.card.version,
            rules_hash=self.catalogue.family(GAME).rules_hash,
            instance=instance,
            texts=texts,
            seats=tuple(cast.values()),
            interface=condition.interface,
            condition=condition.record(),
            practice=condition.practice,
            tags={"id": str(len(self.reasons))},
            created_at=self.clock.now(),
            time_known=odd.time_known,
            exposure_key=self.game.exposure_key(instance),
        )

    def _play_out(self, id: str, instance: Instance, texts: Texts, odd: Kind) -> GameMaster:
        """Record what scripts say; only the giver's move if the episode is still running."""
        master = self.game.start(instance, texts)
        scripts = {seat: self.game.scripted(seat, texts.language, 7) for seat in (GIVER, FOLLOWER)}
        for _ in range(1 if odd.state is None else MOVES):
            if master.finished:
                break
            (request,) = master.pending()
            self.writer.request(id, request)
            said = scripts[request.seat].respond(request, master.view(request.seat))
            response = Response.of(request.id, "nothing" if odd.wrong else said)
            self.writer.entry(id, response)
            master.submit(response)
        return master

    def _decide(self, id: str, value: str, *, revoked: bool = False) -> None:
        """Exclude an episode, or revoke that."""
        self.clock.forward(1)
        self.writer.tag([id], TagDecision("excluded", value, "Ada", "", revoked))

    def know(
        self, person: str, instance: Instance, kind: ExposureKind, episode: str | None = None
    ) -> None:
        """Record that a person (id) knows a task now."""
        self.clock.forward(1)
        self.writer.exposure(person, instance.task_key, instance.hash, kind, episode)


def people_in(cast: Cast) -> tuple[str, ...]:
    """Return the ids of the people."""
    return tuple(dict.fromkeys(each.person for each in cast.values() if each.person))


def every_kind(path: Path) -> OddEpisodes:
    """Record an episode of every kind that counts, or does not."""
    odd = OddEpisodes(path)
    _of_people(odd)
    _repetitions(odd)
    _of_programs(odd)
    _scores(odd)
    odd.writer.delete_person(odd.person("Zoe"))
    odd.writer.close()
    return odd


def _of_people(odd: OddEpisodes) -> None:
    def ann(reason: Reason | None = None, **kind: Any) -> str:
        return odd.play(odd.new("Ann"), odd.cast("Ann"), reason, **kind)

    first = ann()
    ann(wrong=True)
    ann("practice", condition={"practice": True})
    ann("excluded", excluded="everywhere")
    ann(excluded="everywhere", revoked=True)
    ann(excluded=f"study:{PILOT}")
    ann(excluded="study:another")
    ann("continued", condition={"continued_from": first, "continued_after": 1})
    ann("abandoned", state="abandoned")
    ann("void", state="void")
    ann("not finished", state=None)
    ben = odd.cast("Ben", FOLLOWER)
    odd.play(odd.new("Ben"), ben, language="de", condition={"interface": "verbatim"})
    odd.play(odd.new("Ann", "Ben"), {**odd.cast("Ann"), FOLLOWER: ben[FOLLOWER]})
    odd.play(odd.new("Zoe"), odd.cast("Zoe"), "erased")


def _repetitions(odd: OddEpisodes) -> None:
    grids, cleo = odd.new("Cleo", "Dora"), odd.cast("Cleo")
    turned = replace(grids, data={**grids.data, "order": grids.data["order"][::-1]})
    odd.play(grids, cleo)
    odd.play(grids, cleo, "repetition")
    odd.play(grids, odd.cast("Cleo", FOLLOWER), "repetition")
    odd.play(turned, cleo, "repetition")
    odd.play(grids, cleo, "repetition", language="de")
    odd.play(grids, cleo, "repetition", condition={"interface": "verbatim"})
    odd.play(grids, odd.cast("Dora"))  # the first time for her
    eve, kinds = odd.cast("Eve"), ("watched", "saw solution", "reviewed")
    for kind in kinds:
        known = odd.new("Eve")
        odd.know(odd.person("Eve"), known, kind)  # type: ignore[arg-type]
        odd.play(known, eve, "repetition")
    own = odd.new("Eve")
    odd.know(odd.person("Eve"), own, "reviewed", odd.play(own, eve))
    odd.play(own, eve, "practice", condition={"practice": True})  # the first reason is given
    unknown = odd.new("Fay")  # when one of the two was played is unknown, and so which was first
    odd.play(unknown, odd.cast("Fay"), time_known=False)
    odd.play(unknown, odd.cast("Fay"))


def _of_programs(odd: OddEpisodes) -> None:
    grids, others = odd.new("models"), odd.new("models")
    small = odd.models("small", model="openai/x")
    for instance, replicates in ((grids, 3), (others, 1)):
        for replicate in range(replicates):
            for language in ("en", "de"):
                odd.play(instance, small, language=language, wrong=replicate == 1)
    odd.play(grids, odd.models("openai/x"))
    odd.play(others, odd.models("small", model="openai/x", temperature=1.0))
    odd.play(others, odd.models("small", model="openai/y"))
    odd.play(others, small, "void", state="void", scored=False)


def _scores(odd: OddEpisodes) -> None:
    ben = odd.cast("Ben")
    odd.play(odd.new("Ben"), ben, scored_elsewhere=True)
    odd.play(odd.new("Ben"), ben, "other scorer", scored=False, scored_elsewhere=True)
    odd.play(odd.new("Ben"), ben, "not scored", scored=False)
    impossible = odd.play(odd.new("Ben"), ben, "not scored", scored=False)
    own = f"{GAME}:{odd.game.card.version}"
    odd.writer.add_scores(impossible, own, Scores(0, 1, 0, {MAIN_SCORE: 1e13}))
