"""The tables of the study as a whole: the flow of participants, and deviations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clemtui.records.studies import Deviation
from clemtui.store.codec import compact
from clemtui.study.export.columns import Column, FilledTable, Table, count, json, time
from clemtui.study.export.records import StudyRecords
from clemtui.study.export.shared import MARKS
from clemtui.study.results.flow import REASONS, Flow

_REASONS: Mapping[str, str] = {
    "not eligible": "they could not take part",
    "declined": "they did not want to",
    "withdrawn": "they withdrew, or were erased",
    "no episode counts": "they have finished, and no episode of theirs counts",
    **{reason: MARKS[reason] for reason in REASONS if reason in MARKS},
    "unfinished": "they have not finished",
}

_STAGES = {"finished": "finished", "unfinished": "not finished", "withdrawn": "withdrawn"}

_FLOW: Table[tuple[str, str, int]] = Table(
    "flow",
    "One row for each number in the flow of participants. Whoever is not analysed is counted once, "
    "under the first reason that applies, in the order of the rows. Whoever was erased is counted "
    "here and nowhere else.",
    ("stage", "reason"),
    (
        Column("stage", "the stage", lambda row: row[0], levels={
            "asked": "everyone who was asked", "not admitted": "those who do not take part",
            "admitted": "the participants: the sum of the next three",
            "finished": "those who went through the whole study",
            "not finished": "those who have neither finished nor withdrawn",
            "withdrawn": "those who withdrew or were erased",
            "not analysed": "those without an episode that counts",
            "analysed": "those with an episode that counts: the sum of the next three",
            "analysed, finished": "those of them who finished",
            "analysed, not finished": "those of them who have not",
            "analysed, withdrawn": "those of them who withdrew, and wanted kept what there was",
        }),
        Column("reason", "why", lambda row: row[1] or None, levels=_REASONS,
               missing="the stage needs none"),
        count("people", "number of people", lambda row: row[2], "people"),
    ),
)  # fmt: skip


def flow(records: StudyRecords) -> FilledTable:
    """Return the table of the flow of participants."""
    return _FLOW.filled(list(_stages(records.flow)))


def _stages(flow: Flow) -> Iterator[tuple[str, str, int]]:
    yield "asked", "", flow.asked
    for outcome, people in flow.turned_away.items():
        yield "not admitted", outcome, people
    yield "admitted", "", flow.admitted
    yield "finished", "", flow.finished
    yield "not finished", "", flow.unfinished
    yield "withdrawn", "", flow.withdrawn
    for reason, people in flow.not_analysed.items():
        yield "not analysed", reason, people
    yield "analysed", "", flow.analysed
    for stage, people in flow.analysed_stages.items():
        yield f"analysed, {_STAGES[stage]}", "", people


_DEVIATIONS: Table[tuple[int, Deviation]] = Table(
    "deviations",
    "One row for each difference from what was frozen.",
    ("deviation",),
    (
        count("deviation", "number of the deviation, from 1", lambda row: row[0], least=1),
        time("noticed_at", "when it was recorded", lambda row: row[1].at),
        Column("kind", "what differs", lambda row: row[1].kind, levels={
            "protocol": "an entry of the protocol, by an amendment",
            "program": "the version of the program", "rules": "the rules of a game",
            "pack": "a language pack", "instance": "an instance",
            "assignment": "what a participant was to play", "clock": "the clock",
        }),
        Column("subject", "the game, the entry of the protocol, or what else it is about",
               lambda row: row[1].subject),
        json("frozen", "the value that was frozen", lambda row: compact(row[1].frozen)),
        json("found", "the value that was found", lambda row: compact(row[1].found)),
        Column("deviation_reason", "why, in the researchers' words",
               lambda row: row[1].reason or None, missing="the program recorded it"),
        count("amendment", "the amendment that it is part of, from 1; 0: none",
              lambda row: row[1].amendment),
    ),
)  # fmt: skip


def deviations(records: StudyRecords) -> FilledTable:
    """Return the table of deviations."""
    return _DEVIATIONS.filled(list(enumerate(records.deviations, 1)))
