"""The tables of studies: frozen protocols, who takes part, what each is to play, and answers."""

from __future__ import annotations

from clemtui.store.schema.model import (
    CLOCK,
    EPISODE,
    PERSON,
    Added,
    Column,
    Owner,
    Table,
    flag,
    integer,
    json,
    sha256,
    time,
)

_OF_ENROLMENT = Owner("enrolment", "enrolments", "person")

STUDIES = (
    Table(
        "studies",
        "evidence",
        "Studies: frozen protocols. The assignments of a study are items of the run `study-` and "
        "its id. A merge of two databases in which a study was frozen differently is refused.",
        (
            Column("id", "name of the study, as in its protocol"),
            sha256(
                "manifest",
                "the protocol, every instance, the language packs, the hashes of the rules and the "
                "version of the program (`contents.hash`)",
            ),
            time("frozen_at", "when it was frozen", may_differ=True),
            time(
                "closed_at",
                "since when no one is enrolled any more; NULL: it is open",
                may_differ=True,
                set_once=True,
            ),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        on_existing="ignored",
    ),
    Table(
        "deviations",
        "evidence",
        "What differed from the frozen protocol of a study. Databases in which the same was "
        "changed in the same order have the same rows, but for author, reason and time.",
        (
            Column("id", "id of the deviation, derived from what differed"),
            Column("study", "the study"),
            Column(
                "kind",
                "`protocol`, `program`, `rules`, `pack`, `instance`, `assignment` or `clock`",
            ),
            Column("subject", "what differs, e.g. `taboo` or `participants`"),
            json("frozen", "its value in the manifest; `null`: none", may_differ=True),
            json("found", "the value that was found; `null`: none"),
            Column(
                "reason",
                "why, in the researcher's words; empty: the program recorded it",
                may_differ=True,
            ),
            Column(
                "author",
                "who recorded it; empty: the program",
                names_person=True,
                may_differ=True,
            ),
            time("at", "when", may_differ=True),
            integer("amendment", "the amendment that it is part of, from 1; 0: of none"),
            sha256("manifest", "the amended protocol (`contents.hash`); NULL: it was not amended"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        on_existing="ignored",
    ),
    Table(
        "screenings",
        "evidence",
        "One row for each person who was asked and not enrolled. Nothing else is recorded of them.",
        (
            Column("id", "id of the row"),
            Column("study", "the study"),
            Column("outcome", "`not eligible` or `declined`"),
            time("at", "when"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
    ),
    Table(
        "enrolments",
        "evidence",
        "Who takes part in which study. Within one database, a person is enrolled once in a study "
        "and a number is given once; after a merge, both may occur twice. Erasures keep the rows, "
        "because whoever took part counts among the participants.",
        (
            Column("id", "id of the enrolment"),
            Column("study", "the study"),
            Column("person", "who takes part (`people.id`)"),
            integer("number", "participant number in the study, from 1"),
            integer("collector", "whose range of numbers it belongs to, from 1"),
            integer("seed", "seed of the participant's assignments"),
            time("at", "when they were enrolled"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=PERSON,
        refuses=("forgotten person",),
    ),
    Table(
        "assignments",
        "evidence",
        "What a participant is to play, in which order. It is claimed, begun and done as an item "
        "of a run.",
        (
            Column("enrolment", "the participant (`enrolments.id`)"),
            integer("position", "order of the participant's assignments, from 1"),
            Column("run", "the run of the study"),
            sha256("item", "its item in that run (`work_items.key`)"),
            flag("practice", "1: for practice"),
            integer("block", "the block of the protocol that it belongs to"),
            Column("game", "id of the game"),
            Column("seat", "the participant's seat"),
            Column("language", "language of the prompts", unit="BCP 47"),
            sha256(
                "instance_hash",
                "identity of the task, as in `episodes`; the manifest contains the instance",
            ),
            Column("exposure_key", "what the participant must not have met before"),
        ),
        key=("enrolment", "position"),
        unique=(("run", "item"),),
        merge=Added(),
        export=None,
        person=_OF_ENROLMENT,
    ),
    Table(
        "study_episodes",
        "evidence",
        "The episodes that were played for an assignment: several if one did not count, for "
        "example because it was closed as void and played again.",
        (
            Column("episode", "the episode"),
            Column("enrolment", "the participant (`enrolments.id`)"),
            integer("position", "the assignment"),
        ),
        key=("episode",),
        merge=Added(),
        export=None,
        episode=EPISODE,
        person=_OF_ENROLMENT,
    ),
    Table(
        "answers",
        "evidence",
        "What participants said and confirmed outside episodes. How far they have got in a study "
        "follows from it.",
        (
            Column("id", "id of the answer"),
            Column("enrolment", "the participant (`enrolments.id`)"),
            Column(
                "part",
                "`eligibility`, `consent`, `instructions`, `comprehension`, `attention`, "
                "`episode`, `break`, `questionnaire`, `debrief` or `withdrawal`",
            ),
            Column("item", "id of the question or text"),
            json("value", "the answer; `null`: erased", erased_value="'null'"),
            integer("attempt", "number of the attempt at this item, from 1"),
            integer("position", "the assignment that it belongs to; NULL: none"),
            Column("session", "the sitting"),
            time("shown_at", "when the question or text was shown; NULL: unknown"),
            time("at", "when it was answered"),
            CLOCK,
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=_OF_ENROLMENT,
        sitting=Owner("session"),
        erased_with=("person", "sitting"),
        refuses=("forgotten person",),
    ),
)
