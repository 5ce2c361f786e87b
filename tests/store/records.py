"""Records in which one line of a test records a played episode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clemtui.engine import Event, Flag, Instance, Label, Response, Scores, Text, Texts, Verdict
from clemtui.records.rows import SeatAssignment
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, SetClock, outcome, request, session, start

WON, LOST = 100.0, 0.0

GPT = (
    SeatAssignment("Player 1", "InstructionGiver", "model", "openai/gpt"),
    SeatAssignment("Player 2", "InstructionFollower", "model", "openai/gpt"),
)
NO_ANSWER = Label("referencegame.said.no_answer", {"tag": "Answer:"})


def scores(main: float | None) -> Scores:
    """Return the scores of an episode with this main score; None: aborted."""

    def flag(said: bool) -> Flag:
        return 1 if said else 0

    return Scores(flag(main is None), flag(main == WON), flag(main == LOST), {"Main Score": main})


@dataclass
class Records:
    """A database with a person, Ann, and a sitting of hers; episodes start a minute apart."""

    path: Path

    def __post_init__(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.clock = SetClock()
        self.writer = Writer(self.path, clock=self.clock)
        self.ann = self.writer.person("Ann").id
        self.sitting = session(self.writer, self.ann)

    def begin(self, *seats: SeatAssignment, **changed: Any) -> str:
        """Record an unfinished episode."""
        self.clock.forward(60)
        return self.writer.start_episode(start(self.sitting, *seats, **changed))

    def play(
        self, *seats: SeatAssignment, main: float | None = WON, state: Any = "finished",
        scored: bool = True, events: tuple[Event, ...] = (), **changed: Any,
    ) -> str:  # fmt: skip
        """Record an episode with this main score; None: aborted."""
        id = self.begin(*seats, **changed)
        found = scores(main) if scored else None
        self.writer.end_episode(id, state, scores=found, events=events)
        return id

    def play_grids(
        self,
        language: str,
        mains: Sequence[float | None],
        *,
        game: str = "referencegame",
        seats: tuple[SeatAssignment, ...] = GPT,
        reviewed: str = "",
        **changed: Any,
    ) -> None:
        """Record the same grids in a language, one for each main score.

        If a main score is None, an answer of the second player without its tag aborted the episode.
        """
        card = {"version": "1", "reviewed_by": reviewed}
        known: dict[str, Any] = {"game": game, "family": game, "game_version": "1", **changed}
        known["texts"] = Texts(language, prompts={"giver": f"In {language}"}, card=card)
        for number, main in enumerate(mains):
            data, task = {"grid": number}, f"{game}:{number}"
            known["instance"] = Instance(game, "letter_grids", number, data, task=task)
            id = self.begin(*seats, **known)
            events: tuple[Event, ...] = ()
            if main is None:
                self.writer.request(id, request(1, "Which one?", seat="Player 2"))
                self.writer.entry(id, Response(1, (Text("The first."),)))
                verdict = Verdict("malformed", NO_ANSWER)
                events = (Event("verdict", "malformed", 0, request_id=1, verdict=verdict),)
            self.writer.end_episode(id, "finished", scores=scores(main), events=events)


def answered(records: Records, *models: str, seat: SeatAssignment = MODEL) -> str:
    """Record a finished episode in which a model answered under these names."""
    id = records.begin(seat)
    for number, name in enumerate(models, 1):
        records.writer.request(id, request(number, "hello", seat=seat.seat))
        attempt = records.writer.attempt_started(id, number, 1, {})
        records.writer.attempt_ended(attempt, outcome(model=name))
        records.writer.entry(id, Response.of(number, "CLUE: x"))
    records.writer.end_episode(id, "finished", scores=scores(100.0))
    return id
