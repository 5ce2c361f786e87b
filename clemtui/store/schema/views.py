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
    Column("outcome", "`aborted`, else `lose`, else `success`"),
    real("main_score", "NULL if aborted", unit="0 to 100"),
    real("joint_score", "the main score, or 0 if aborted", unit="0 to 100"),
)

VIEWS = (
    View(
        "human_baseline",
        "One line for each person and each ended episode that counts: "
        "practice and void episodes are excluded, abandoned ones are not "
        "(excluding them would bias the baseline). Scores are those of the "
        "game's own scorer.",
        (
            Column("episode", "the episode"),
            Column("person", "id of the person"),
            Column("pseudonym", "their pseudonym"),
            Column("session", "the sitting in which it started"),
            Column("seat", "the person's seat"),
            Column("role", "label of the seat"),
            Column("partners", "the other seats, as `kind:player`"),
            *_TASK,
            Column("interface", "`assisted` or `verbatim`; never pool them"),
            sha256("condition", "the condition (`contents.hash`)"),
            time("created_at", "when it started"),
            Column("state", "`finished` or `abandoned`"),
            flag("erased", "1: a person in it was deleted"),
            flag("first_exposure", "1: the person had not seen the task before"),
            integer("responses", "number of the person's responses", unit="responses"),
            ms("answering_ms", "total time from shown to submitted, including pauses"),
            ms("paused_ms", "total time of pauses within that"),
            Column("scorer", "`game:version`; NULL: no scores"),
            *_SCORES,
        ),
    ),
    View(
        "episode_scores",
        "One line for each episode and scorer.",
        (
            Column("episode", "the episode"),
            *_TASK,
            Column("interface", "`assisted` or `verbatim`"),
            flag("practice", "1: played for practice"),
            time("created_at", "when it started"),
            Column("state", "`running`, `finished`, `abandoned` or `void`"),
            Column("players", "all seats, as `seat: player`"),
            Column("scorer", "the scorer"),
            flag("own_scorer", "1: the game's own scorer, in the version that was played"),
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
