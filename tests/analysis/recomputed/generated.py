"""Researchers' databases, generated: everything that may make a figure wrong, at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from clemtui.engine import Flag, Instance, Scores, Texts
from clemtui.records.rows import ExposureKind, SeatAssignment, TagDecision
from clemtui.records.work import EndState
from clemtui.store.write.writer import Writer
from tests.store.builders import SetClock, outcome, request, session, start

VERSION = "2"
"""The version of the games that a comparison is about; some episodes are of an earlier one."""
RULES = ("r" * 64, "s" * 64)
"""The hashes of the rules of that version."""
FOREIGN = "clemcore-3.7.2"
STUDY = "pilot"
LANGUAGES = ("en", "de", "it")
ROLES: Mapping[str, Sequence[tuple[str, str]]] = {
    "alpha": (("Player 1", "Guesser"),),
    "beta": (("Player 1", "Giver"), ("Player 2", "Follower")),
    "gamma": (("Player 1", "Giver"), ("Player 2", "Follower")),
}
GRADED = (0.0, 12.5, 100 / 3, 50.0, 62.5, 87.5, 100.0)
ALIASES: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "small": ({"model": "lab/x"}, {"model": "lab/y"}),
    "tiny": ({"model": "lab/x"},),
    "lab/x": ({}, {"model": "lab/x", "temperature": 0.0, "timeout": 30.0}),
    "lab/y": ({"model": "lab/y", "temperature": 1.0}, {"model": "lab/y", "extra": {"seed": 3}}),
    "mine": ({"model": "lab/y", "api_base": "http://localhost:1/v1"},),
}
"""Names for models, with the parameters that each may stand for."""
ANSWERED = ("", "", "x-2026-01", "x-2026-02")


class Generated:
    """A database of one random researcher.

    Some have few episodes of everything, others many replicates of a few.
    """

    def __init__(self, path: Path, seed: int, episodes: int) -> None:
        """Generate a database.

        Args:
            path: where; must not exist.
            seed: the same one generates the same records, apart from ids.
            episodes: how many.
        """
        self.path = path
        self.random = random.Random(seed)
        self.clock = SetClock()
        self.writer = Writer(path, clock=self.clock)
        self.sitting = session(self.writer)
        self.people = [self.writer.person(name).id for name in ("Ann", "Ben", "Cleo", "Dora")]
        self.games = self.random.sample(sorted(ROLES), self.random.randint(1, 3))
        self.languages = LANGUAGES[: self.random.randint(1, 3)]
        self.instances = {game: self._instances(game) for game in self.games}
        self.names = self.random.sample(sorted(ALIASES), self.random.randint(1, 4))
        self.odd = self.random.choice((0.0, 0.05, 0.2))
        for _ in range(episodes):
            self._episode()
        if self._oddly(0.5):
            self.writer.delete_person(self.people[-1])
        self.writer.close()

    def _oddly(self, factor: float = 1.0) -> bool:
        return self.random.random() < factor * self.odd

    def _instances(self, game: str) -> dict[str, list[Instance]]:
        """Return the instances of a game by language: those of alpha are words of a language."""
        number = self.random.randint(3, 8)
        found = {}
        for language in self.languages:
            own = game == "alpha"
            found[language] = [
                Instance(
                    game,
                    f"{('high', 'low')[n % 2]}_{language}" if own else f"band {n % 2}",
                    n,
                    {"n": n, "set": n // 2},
                    language=language if own else None,
                    source=f"{language}.json" if own else "grids.json",
                    task=f"{game}:{language}:{n}" if own else f"{game}:{n}",
                )
                for n in range(number)
            ]
        return found

    def _seats(self, game: str) -> tuple[SeatAssignment, ...]:
        roles = ROLES[game]
        kinds = self.random.choice(
            (("human", "human"), ("human", "model"), ("human", "scripted"), ("model", "model"),
             ("same", "same"), ("model", "scripted"), ("scripted", "scripted"))
        )[: len(roles)]  # fmt: skip
        people = self.random.sample(self.people, 2)
        both = self._model()
        found = []
        for (seat, role), kind, person in zip(roles, kinds, people, strict=False):
            match kind:
                case "human":
                    each = SeatAssignment(seat, role, "human", "human", person)
                case "scripted":
                    script = {"script": "2"} if self._oddly() else {}
                    each = SeatAssignment(seat, role, "scripted", "scripted", parameters=script)
                case "same":
                    each = replace(both, seat=seat, role=role)
                case _:
                    each = replace(self._model(), seat=seat, role=role)
            found.append(each)
        service = SeatAssignment("Shell", "Shell", "service", "shell")
        return (*found, service) if self._oddly() else tuple(found)

    def _model(self) -> SeatAssignment:
        name = self.random.choice(self.names)
        parameters = self.random.choice(ALIASES[name])
        if not self.odd:  # nobody changed anything
            parameters = ALIASES[name][0]
        seed = self.random.randint(0, 9)
        return SeatAssignment("", "", "model", name, parameters=parameters, seed=seed)

    def _episode(self) -> None:
        self.clock.forward(self.random.randint(1, 3600))
        game = self.random.choice(self.games)
        language = self.random.choice(self.languages)
        instance = self.random.choice(self.instances[game][language])
        seats = self._seats(game)
        for person in self.people:
            if self._oddly(0.2):
                kind = self.random.choice(get_args(ExposureKind))
                self.writer.exposure(person, instance.task_key, instance.hash, kind)
                self.clock.forward(1)
        version = "1" if self._oddly() else VERSION
        id = self.writer.start_episode(
            start(
                self.sitting,
                *seats,
                family=game,
                game=game,
                game_version=version,
                rules_hash="q" * 64 if version == "1" else RULES[self._oddly()],
                instance=instance,
                texts=Texts(language, prompts={"a": f"In {language}."}, card={"version": "1"}),
                interface="verbatim" if self._oddly() else "assisted",
                condition=self._condition(language),
                practice=self._oddly(),
                time_known=not self._oddly(),
                created_at=self.clock.now(),
                exposure_key=f"{game}:set:{instance.data['set']}",
            )
        )
        self.clock.forward(30)
        for person in {seat.person for seat in seats if seat.person}:
            self.writer.exposure(person, instance.task_key, instance.hash, "played", id)
        self._answer(id, seats)
        self._end(id, game)
        self._tag(id)

    def _condition(self, language: str) -> dict[str, Any]:
        found: dict[str, Any] = {
            "interface_language": "de" if self._oddly() else "en",
            "prompt_language": language,
            "aids": ["look-up"] if self._oddly() else [],
            "response_limit": 50 if self._oddly(0.5) else 2000,
        }
        return found | ({"continued_from": "x"} if self._oddly(0.5) else {})

    def _answer(self, id: str, seats: Sequence[SeatAssignment]) -> None:
        """Record calls to the models, of which some fail and some are answered by another model."""
        if not self._oddly(2.0):
            return
        for number, seat in enumerate(seats, 1):
            if seat.kind == "model":
                self.writer.request(id, request(number, "hello", seat=seat.seat))
                attempt = self.writer.attempt_started(id, number, 1, {})
                status = self.random.choice(("done", "cut", "error"))
                model = self.random.choice(ANSWERED)
                self.writer.attempt_ended(attempt, outcome(status=status, model=model))

    def _end(self, id: str, game: str) -> None:
        if self._oddly():
            self.writer.release(id)
            return
        ends: tuple[EndState, ...] = ("abandoned", "void") if self._oddly() else ("finished",)
        state = self.random.choice(ends)
        own = None if self._oddly() or state == "void" else self._scores(game)
        self.writer.end_episode(id, state, scores=own)
        if self._oddly():
            self.clock.forward(1)
            unknown = self.random.random() < 0.3  # as where the reference has NaN
            scores = self._scores(game)
            if unknown:
                scores = replace(scores, aborted=None, success=None, lose=None)
            self.writer.add_scores(id, f"{game}:{FOREIGN}", scores)

    def _scores(self, game: str) -> Scores:
        main = self.random.choice((0.0, 100.0) if game == "gamma" else GRADED)
        if self.random.random() < 0.2:
            return Scores(1, 0, 0, {"Main Score": None})
        won: Flag = 1 if main == 100 else 0
        lost: Flag = 1 if main == 0 else 0
        return Scores(0, won, lost, {"Main Score": main})

    def _tag(self, id: str) -> None:
        values = ("everywhere", "was interrupted", f"study:{STUDY}", "study:another")
        for value in values:
            for revoked in (False, True):
                if self._oddly(0.4) or (revoked and self._oddly()):
                    self.clock.forward(1)
                    self.writer.tag([id], TagDecision("excluded", value, "Ada", "", revoked))
        if self._oddly():
            self.writer.tag([id], TagDecision("wave", "1", "Ada"))
