"""Hand-made documents: any text in any place, without playing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

from clemtui.archive.documents import Document
from clemtui.catalogue import open_catalogue
from clemtui.engine import REVEAL, Label, Response, Scores, TextBlock, Timing, Verdict, View
from clemtui.engine import Request as AskedOf
from clemtui.engine import user as said_to
from clemtui.episode.planning.listing import listing
from clemtui.episode.transcript import Line
from clemtui.records.rows import (
    EpisodeSummary,
    SeatAssignment,
    StoredAttempt,
    StoredEntry,
    StoredEpisode,
    StoredRequest,
)

AT = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)
GUESSER = "Player 2"
SCORES = Scores(
    aborted=0,
    success=1,
    lose=0,
    episode={"Main Score": 100.0, "Request Count": 2, "Anything else": None},
)


@cache
def _stored() -> tuple[StoredEpisode, Any]:
    catalogue = open_catalogue()
    instance = catalogue.experiments("taboo", "en")[0].instances[0]
    card = catalogue.card("taboo")
    roles = {seat.name: seat.role for seat in card.seats}
    seats = (
        SeatAssignment("Player 1", roles["Player 1"], "human", "human", person="p1"),
        SeatAssignment(
            GUESSER, roles[GUESSER], "model", "openai/small", parameters={"api_key_env": "MY_KEY"}
        ),
    )
    summary = EpisodeSummary(
        id="01J0000000000000000TABOO01",
        created_at=AT,
        time_known=True,
        family=card.family,
        game="taboo",
        game_version=card.version,
        experiment=instance.experiment,
        game_id=instance.game_id,
        task_key=instance.task_key,
        instance_hash=instance.hash,
        language="en",
        interface="assisted",
        practice=False,
        state="finished",
        seats=seats,
        people=("ada",),
        responses=1,
        tags={},
        scores=SCORES,
    )
    request = AskedOf(1, "Player 1", roles["Player 1"], (said_to("Describe it."),))
    entry = StoredEntry(
        1, Response.of(1, "CLUE: hot"), "Player 1", AT, "s1", Timing(submitted_ms=2500.0)
    )
    stored = StoredEpisode(
        summary=summary,
        session="s1",
        rules_hash="r",
        texts_hash="t",
        instance=instance,
        texts=catalogue.texts(instance, "en"),
        condition={"interface": "assisted", "aids": []},
        environment={},
        requests=(StoredRequest(request, AT, "s1"),),
        entries=(entry,),
        attempts=(),
        drafts=(),
        scores=(),
        state="finished",
        end_reason=None,
        ended_at=AT,
        erased=False,
    )
    return stored, listing(catalogue, card)


def failed_call(message: str) -> StoredAttempt:
    """Return a call to a model that failed without an answer."""
    nothing: dict[str, Any] = dict.fromkeys(StoredAttempt.__dataclass_fields__)
    given: dict[str, Any] = {
        "id": "a1",
        "request": 1,
        "number": 1,
        "parameters": {},
        "started_at": AT,
        "outcome": "error",
        "error_message": message,
    }
    return StoredAttempt(**{**nothing, **given})


def exchange_lines(told: str, answer: str, *more: Line) -> tuple[Line, ...]:
    """Return lines in which the first seat is told something, answers, and is accepted."""
    return (
        Line("to seat", told, 0, seat="Player 1", request_id=1),
        Line("from seat", answer, 0, seat="Player 1", request_id=1, took=2.5, attempts=2, at=AT),
        Line("verdict", Label("no matter"), 0, verdict=Verdict("accepted")),
        Line("said", Label("control.gave_up"), 1),
        *more,
    )


def transcript_of(
    told: str = "Describe it.",
    answer: str = "CLUE: hot",
    *,
    name: str = "ada",
    board: str | None = None,
    difference: str = "",
    tags: dict[str, tuple[str, ...]] | None = None,
    experiment: str | None = None,
    trouble: str | None = None,
    stored: dict[str, Any] | None = None,
    summary: dict[str, Any] | None = None,
    **changes: Any,
) -> Document:
    """Return a finished episode of Taboo that contains these texts."""
    base, listed = _stored()
    about = replace(
        base.summary,
        tags=tags or {},
        experiment=experiment or base.summary.experiment,
        **(summary or {}),
    )
    attempts = () if trouble is None else (failed_call(trouble),)
    blocks = () if board is None else (TextBlock("board", board),)
    made = Document(
        stored=replace(base, summary=about, attempts=attempts, **(stored or {})),
        watcher=REVEAL,
        lines=exchange_lines(told, answer),
        view=View(blocks),
        scores=SCORES,
        difference=difference,
        listing=listed,
        names={"Player 1": name, GUESSER: "openai/small"},
    )
    return replace(made, **changes)


def document_with_text_everywhere(text: str) -> Document:
    """Return a document with a text wherever user-provided text can appear."""
    quoting = Label("form.wrong_letter", {"letter": text})
    return transcript_of(
        lines=exchange_lines(
            text,
            text,
            Line("said", quoting, 1),
            Line("verdict", "", 1, verdict=Verdict("malformed", quoting)),
            Line("trouble", f"trouble: {text}", 1),
        ),
        name=text,
        board=text,
        difference=f"since {text}",
        tags={text: (text,)},
        experiment=text or "none",
        trouble=text,
    )
