"""The views, for analyses to query."""

from __future__ import annotations

from clemtui.store.schema.model import Column, View, flag, integer, ms, real, sha256, time, tokens

_TASK = (
    Column("family", "folder of the game"),
    Column("game", "id of the game"),
    Column("game_version", "version of its rules"),
    Column("experiment", "group of instances"),
    integer("game_id", "number in the experiment"),
    Column("task_key", "the task, independent of language"),
    sha256("instance_hash", "identity of the task"),
    Column("language", "language of the prompts", unit="BCP 47"),
)

_SCORES = (
    flag("aborted", "flag"),
    flag("success", "flag"),
    flag("lose", "flag"),
    Column("outcome", "`aborted`, else `lose`, else `success`; NULL: no flags"),
    real("main_score", "NULL if aborted", unit="0 to 100"),
    real("joint_score", "the main score, or 0 if aborted", unit="0 to 100"),
)

_LEFT_OUT = Column(
    "left_out",
    "why it does not count: `erased`, `practice`, `excluded`, `continued`, `not finished`, "
    "`abandoned`, `void` or `repetition`; NULL: it counts",
)
_EXPOSURE_KEY = Column("exposure_key", "what a person must not have met before")
_LINE_UP = sha256("line_up", "the line-up key (`line_ups.key`)")

_HUMAN = (
    Column("episode", "the episode"),
    Column("person", "id of the person"),
    Column("pseudonym", "their pseudonym"),
    Column("session", "the sitting in which it started"),
    Column("seat", "the person's seat"),
    Column("role", "label of the seat"),
    Column("partners", "the other seats, as `kind:player`"),
    _LINE_UP,
    *_TASK[:-2],
    _EXPOSURE_KEY,
    sha256("instance_hash", "identity of the task"),
    Column("instance_origin", "`bundled`, `generated`, `file` or `official`"),
    Column("instance_source", "name of the file, or the seed"),
    Column("language", "language of the prompts", unit="BCP 47"),
    Column("interface_language", "language of the interface at the start", unit="BCP 47"),
    Column("interface", "`assisted`, `board` or `verbatim`; never pool them"),
    Column("aids", "the enabled aids", json=True),
    sha256("condition", "the condition (`contents.hash`)"),
    flag("practice", "1: played for practice"),
    time("created_at", "when it started"),
    flag("time_known", "0: an import without the time or time zone of play"),
    Column("state", "`running`, `finished`, `abandoned` or `void`"),
    _LEFT_OUT,
    flag(
        "erased",
        "1: its text was erased, with the person, the sitting or the episode; its scores are still "
        "there unless they were erased too",
    ),
    flag(
        "first_exposure",
        "1: the person had not met the exposure key before, in any seat, language or interface; "
        "NULL: unknown, as the person was deleted or the time of play is not known",
    ),
    Column("tags", "its tags, as `key=value`", json=True),
    Column("exclusion", "scopes and reasons of its exclusions; NULL: none"),
    integer("responses", "number of the person's responses", unit="responses"),
    ms(
        "answering_ms",
        "total of `submitted_ms`, including a request that the person gave up on; NULL: no timing",
    ),
    ms(
        "paused_ms",
        "total time of pauses within that, each moment counted once; NULL: no timing",
    ),
    ms("away_ms", "total of `away_ms`, which is not part of `answering_ms`; NULL: no timing"),
    Column("scorer", "`game:version`; NULL: no scores"),
    *_SCORES,
)

VIEWS = (
    View(
        "current_tags",
        "The tags that episodes have now.",
        (
            Column("episode", "the episode"),
            Column("key", "e.g. `wave`, `excluded`"),
            Column("value", "its value"),
            Column("author", "who added it; empty: the program"),
            Column("reason", "why; may be empty"),
            time("at", "when it was added"),
        ),
    ),
    View(
        "sample",
        "One line for each episode: whether it counts in reports, comparisons and exports, and "
        "why not. This is the only definition; everything that counts episodes uses it.",
        (
            Column("episode", "the episode"),
            *_TASK[:-2],
            _EXPOSURE_KEY,
            sha256("instance_hash", "identity of the task"),
            Column("instance_origin", "`bundled`, `generated`, `file` or `official`"),
            Column("instance_source", "name of the file, or the seed"),
            sha256("texts_hash", "identity of the prompts, without the pack's card"),
            Column("language", "language of the prompts", unit="BCP 47"),
            Column("interface", "`assisted`, `board` or `verbatim`"),
            sha256("condition", "the condition (`contents.hash`)"),
            time("created_at", "when it started"),
            flag("people", "1: a person has a seat"),
            integer("line_up", "its line-up (`line_ups.id`)"),
            Column("state", "`running`, `finished`, `abandoned` or `void`"),
            flag("repetition", "1: a person in it had met the exposure key before"),
            integer("reasons", "all reasons not to count, as bits in the order of `left_out`"),
            _LEFT_OUT,
        ),
    ),
    View(
        "human_episodes",
        "One line for each person and each of their episodes, whether it counts or not.",
        _HUMAN,
    ),
    View(
        "human_baseline",
        "The lines of `human_episodes` that count, with possible scores of the game's own scorer: "
        "the same episodes as in a report.",
        _HUMAN,
    ),
    View(
        "study_results",
        "One line for each episode of a study, whether it counts or not, with the scores of the "
        "game's own scorer if they are possible.",
        (
            Column("study", "the study"),
            Column("enrolment", "the participant (`enrolments.id`)"),
            integer("number", "participant number in the study"),
            integer("position", "the assignment"),
            integer("block", "the block of the protocol"),
            flag("practice", "1: assigned for practice"),
            Column("game", "id of the game that was played"),
            Column("seat", "the participant's seat"),
            Column("language", "language of the prompts", unit="BCP 47"),
            sha256("instance_hash", "identity of the task that was played"),
            Column("episode", "the episode"),
            time("started_at", "when it started"),
            time("ended_at", "when it ended; NULL: it has not"),
            Column("state", "`running`, `finished`, `abandoned` or `void`"),
            flag("aborted", "flag; NULL: no scores"),
            flag("success", "flag; NULL: no scores"),
            flag("lose", "flag; NULL: no scores"),
            real("main_score", "NULL if aborted or without scores", unit="0 to 100"),
            integer("reasons", "all reasons not to count, as in `sample`"),
            _LEFT_OUT,
        ),
    ),
    View(
        "episode_scores",
        "One line for each episode and scorer.",
        (
            Column("episode", "the episode"),
            *_TASK,
            Column("interface", "`assisted`, `board` or `verbatim`"),
            flag("practice", "1: played for practice"),
            time("created_at", "when it started"),
            Column("state", "`running`, `finished`, `abandoned` or `void`"),
            _LEFT_OUT,
            Column("players", "all seats, as `seat: player`"),
            _LINE_UP,
            Column("scorer", "the scorer"),
            flag(
                "own_scorer",
                "1: the game's own scorer, in the version that was played, here or in the "
                "database that exported the episode; 0: any other, such as another program",
            ),
            *_SCORES,
            time("computed_at", "when"),
        ),
    ),
    View(
        "transcript",
        "One line for each entry, and each message at its first delivery to a seat, in order.",
        (
            Column("episode", "the episode"),
            integer("line", "order in the episode; numbers are not consecutive"),
            integer("request", "the request it belongs to"),
            integer("seq", "number of the entry"),
            Column("kind", "`message`, `response` or `control`"),
            Column("seat", "the seat that was shown it or said it"),
            Column("role", "the seat's label"),
            Column(
                "message_role", "the role that models get: `system`, `user`, `assistant` or `tool`"
            ),
            Column("text", "what was said, readable"),
            time("at", "when"),
        ),
    ),
    View(
        "attempts",
        "One line for each call to a model.",
        (
            Column("attempt", "id of the attempt"),
            Column("episode", "the episode"),
            integer("request", "the request"),
            Column("seat", "the model's seat"),
            Column("player", "the model as requested"),
            integer("number", "number of the attempt at this request"),
            time("started_at", "when it was sent"),
            Column(
                "outcome",
                "`done`, `error`, `cut`, `cancelled`, or `open`: no recorded end",
            ),
            Column("error_kind", "kind of failure"),
            Column("error_message", "one-line error message"),
            Column("text", "what the model wrote, readable"),
            Column("reasoning", "its reasoning, readable"),
            tokens("prompt_tokens", "as counted by the provider"),
            tokens("completion_tokens", "as counted by the provider"),
            tokens("reasoning_tokens", "as counted by the provider"),
            real("cost_usd", "NULL if the price is unknown", unit="US dollars"),
            Column("finish_reason", "as reported by the provider"),
            Column("provider", "as named in the response"),
            Column("model", "as named in the response"),
            ms("first_token_ms", "time from sending to the first piece"),
            ms("duration_ms", "time from sending to the end"),
        ),
    ),
    View(
        "unfinished",
        "Episodes that can be resumed.",
        (
            Column("episode", "the episode"),
            Column("game", "id of the game"),
            Column("language", "language of the prompts", unit="BCP 47"),
            Column("experiment", "group of instances"),
            integer("game_id", "number in the experiment"),
            flag("practice", "1: played for practice"),
            time("created_at", "when it started"),
            Column("people", "pseudonyms of the people in its seats; NULL: none"),
            integer("responses", "number of responses so far", unit="responses"),
            time("last_at", "time of the last request or entry"),
            Column("lease_owner", "the owner of the lease; NULL: none"),
            Column("lease_host", "machine"),
            integer("lease_pid", "process"),
            time("lease_heartbeat", "time of the last heartbeat"),
        ),
    ),
)
