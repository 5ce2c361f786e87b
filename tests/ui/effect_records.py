"""Episodes of the reference game in several languages, for the screen that compares these."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from clemtui.engine import Event, Flag, Instance, Label, Response, Scores, Text, Texts, Verdict
from clemtui.store.records import SeatAssignment
from clemtui.store.writer import Writer
from tests.store.builders import SetClock, request, session, start

WON, LOST = 100.0, 0.0
SEATS = ("InstructionGiver", "InstructionFollower")
NO_ANSWER = Label("referencegame.said.no_answer", {"tag": "Answer:"})


def record(folder: Path, name: str = "clemtui.db") -> None:
    """20 grids in English, in another wording of it, in German and in Turkish; some taboo."""
    with closing(Writer(folder / name, clock=SetClock())) as writer:
        sitting = session(writer)

        def play(
            language: str,
            mains: Sequence[float | None],
            game: str = "referencegame",
            player: str = "openai/gpt",
        ) -> None:
            texts = Texts(language, {"say": language}, card={"version": "1", "reviewed_by": ""})
            seats = [
                SeatAssignment(f"Player {at}", role, "model", player)
                for at, role in enumerate(SEATS, 1)
            ]
            for number, main in enumerate(mains):
                task = f"{game}:{number}"
                instance = Instance(game, "letter_grids", number, {"grid": number}, task=task)
                known = {"instance": instance, "texts": texts, "game": game, "family": game}
                id = writer.begin_episode(start(sitting, *seats, **known, game_version="1"))
                end(writer, id, main)

        play("en", [WON] * 18 + [LOST] * 2)
        play("en-x-para1", [WON] * 17 + [LOST] * 3)
        play("de", [WON] * 16 + [LOST] * 4)
        play("tr", [WON] * 7 + [LOST] * 10 + [None] * 3)
        play("en", [WON, 50.0, LOST], game="taboo", player="small")
        play("de", [50.0, 50.0, LOST], game="taboo", player="small")


def end(writer: Writer, id: str, main: float | None) -> None:
    """End an episode with that main score; None: the second player has aborted it."""

    def flag(said: bool) -> Flag:
        return 1 if said else 0

    events: tuple[Event, ...] = ()
    if main is None:
        writer.request(id, request(1, "Which one?", seat="Player 2"))
        writer.entry(id, Response(1, (Text("The first."),)))
        verdict = Verdict("malformed", NO_ANSWER)
        events = (Event("verdict", "malformed", 0, request_id=1, verdict=verdict),)
    scores = Scores(flag(main is None), flag(main == WON), flag(main == LOST), {"Main Score": main})
    writer.end_episode(id, "finished", scores=scores, events=events)
