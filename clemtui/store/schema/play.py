"""The tables of play: episodes, what was said in them, and which tasks people know."""

from __future__ import annotations

from clemtui.store.schema.model import (
    CLOCK,
    PERSON,
    Added,
    Column,
    Owner,
    Table,
    blob,
    flag,
    integer,
    json,
    ms,
    of_episode,
    real,
    sha256,
    time,
    tokens,
)

_OF_ATTEMPT = Owner("attempt", "attempts_started", "episode")

#: A finished episode completes its work item; any other end reopens it.
_ITEM_ENDS = """
CREATE TRIGGER episode_ends_item AFTER INSERT ON episode_ends
WHEN EXISTS (SELECT 1 FROM work_items
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun')
BEGIN
    DELETE FROM claims WHERE (run, item) IN
        (SELECT run, key FROM work_items WHERE result = NEW.episode AND kind = 'episode');
    UPDATE work_items SET state = iif(NEW.state = 'finished', 'done', 'open'),
        result = iif(NEW.state = 'finished', result, NULL)
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun';
END;
"""

#: Until a game has computed the exposure key of an instance, its task key is used.
_EXPOSURE_KEY = """
CREATE TRIGGER {table}_exposure_key AFTER INSERT ON {table}
WHEN NOT EXISTS (SELECT 1 FROM exposure_keys WHERE instance_hash = NEW.instance_hash)
BEGIN INSERT INTO exposure_keys VALUES (NEW.instance_hash, NEW.task_key, NULL); END;
"""

#: What a person meets may turn later episodes of the same exposure key into repetitions.
_MET = """
CREATE TRIGGER exposures_counted_{event} AFTER {verb} ON exposures
BEGIN
    INSERT INTO results_pending
    SELECT DISTINCT a.episode FROM seat_assignments a CROSS JOIN episodes e ON e.id = a.episode
    LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
    WHERE a.person = {row}.person
        AND coalesce(k.key, e.task_key) = coalesce((SELECT met.key FROM exposure_keys met
            WHERE met.instance_hash = {row}.instance_hash), {row}.task_key)
        AND a.episode NOT IN (SELECT episode FROM results_pending);
END;
"""
_EXPOSURES = "".join(
    [
        _EXPOSURE_KEY.format(table="exposures"),
        *(
            _MET.format(event=verb.lower(), verb=verb, row="OLD" if verb == "DELETE" else "NEW")
            for verb in ("INSERT", "UPDATE", "DELETE")
        ),
    ]
)

PLAY = (
    Table(
        "episodes",
        "evidence",
        "One play of one instance.",
        (
            Column("id", "id of the episode"),
            Column(
                "session", "the sitting in which it started; requests and entries name their own"
            ),
            Column("family", "folder of the game"),
            Column("game", "id of the game"),
            Column("game_version", "version of the game's rules"),
            sha256(
                "rules_hash",
                "hash of the game's code and data; for an import kept as it was logged, "
                "the version that made it",
            ),
            Column("experiment", "group of instances"),
            integer("game_id", "number of the instance in its experiment"),
            Column("task_key", "the task, independent of language, for paired comparisons"),
            sha256("instance_hash", "identity of the task: game, parameters, data, lists"),
            sha256("instance", "the complete instance (`contents.hash`)"),
            Column(
                "instance_origin",
                "`bundled`, `generated`, `file` or `official`",
                exported="instance.origin",
            ),
            Column("instance_source", "name of the file, or the seed", exported="instance.source"),
            sha256("texts_hash", "identity of the prompts, without the pack's card"),
            sha256("texts", "the complete language pack (`contents.hash`)"),
            Column("language", "language of the prompts", unit="BCP 47"),
            sha256(
                "condition", "everything else that could affect a person's result (`contents.hash`)"
            ),
            sha256(
                "environment",
                "versions that matter besides those of the sitting: of litellm, if a model "
                "plays; for an import, its origin under `import` (`contents.hash`)",
            ),
            Column(
                "interface",
                "what people had: `assisted` (boards, forms, aids), `board` (boards, but messages "
                "and responses as they are sent) or `verbatim` (a model's situation); never pool "
                "them. Without people it has no effect.",
            ),
            flag("practice", "1: played for practice"),
            time(
                "created_at",
                "when it started; for an import, when it was played, if known (a local "
                "time without a zone is read as UTC)",
            ),
            flag(
                "time_known",
                "0: an import without the time or time zone of play",
            ),
        ),
        key=("id",),
        merge=Added(),
        export="",
        episode=Owner("id"),
        erased_with=("episode",),
        guards=_EXPOSURE_KEY.format(table="episodes"),
        counted=True,
    ),
    of_episode(
        "seat_assignments",
        "evidence",
        "Who filled which seat.",
        (
            Column("episode", "the episode", exported=None),
            Column("seat", "e.g. `Player 1`"),
            integer("position", "order of the seats, from 1", exported=None),
            Column("role", "the seat's label in the game"),
            Column("kind", "`human`, `model`, `scripted` or `service`"),
            Column("person", "`people.id` for a human seat"),
            Column(
                "player",
                "name of the model, scripted player or service; `human`",
                erased_value="'human'",
                own_seat_only=True,
            ),
            sha256("parameters", "complete settings of the player (`contents.hash`)"),
            integer("seed", "the seed of a scripted player; a model's is among its parameters"),
        ),
        key=("episode", "seat"),
        merge=Added(),
        export="seats[].",
        person=PERSON,
        refuses=("forgotten person",),
        counted=True,
    ),
    of_episode(
        "requests",
        "evidence",
        "What the game master asked, exactly as delivered. The whole message "
        "list is the first `kept` messages of request `base`, followed by "
        "`messages`.",
        (
            Column("episode", "the episode", exported=None),
            integer("number", "number of the request in its episode, from 1"),
            Column("session", "the sitting in which it was first asked"),
            Column("seat", "the seat that was asked"),
            Column("role", "the seat's label"),
            Column("thread", "the conversation; side questions may have their own"),
            Column("purpose", "`turn`, `side question` or `service`"),
            integer("new_from", "index of the first message that is new to the seat"),
            integer(
                "base",
                "an earlier request of the seat that starts with the same messages; NULL: none",
                erased_value="NULL",
                exported=None,
            ),
            integer(
                "kept",
                "how many messages they share",
                unit="messages",
                erased_value="0",
                exported=None,
            ),
            json("messages", "the remaining messages", erased_value="'[]'"),
            sha256(
                "messages_hash",
                "hash of the canonical JSON of the whole list; empty if erased",
                erased_value="''",
                exported=None,
            ),
            json("tools", "tools available to the seat; NULL: none", erased_value="NULL"),
            json("stream_to", "other seats that may watch the answer as it is written; NULL: none"),
            time("asked_at", "when it was first asked"),
            CLOCK,
        ),
        key=("episode", "number"),
        merge=Added(played="number"),
        export="requests[].",
        refuses=("erased episode", "ended episode"),
        searched=True,
        forked=True,
    ),
    of_episode(
        "entries",
        "evidence",
        "The episode itself: all responses and controls, in order. Replaying "
        "them reproduces everything else.",
        (
            Column("episode", "the episode", exported=None),
            integer("seq", "position in the episode, from 1"),
            Column("session", "the sitting in which it was recorded"),
            Column("kind", "`response` or `control`"),
            integer(
                "request", "the request that a response answers; at most one response per request"
            ),
            Column(
                "seat", "the seat that answered or caused the control; NULL: a limit of the loop"
            ),
            json(
                "parts",
                "the response exactly as the game master received it",
                erased_value="CASE kind WHEN 'response' THEN '[]' END",
            ),
            Column(
                "text",
                "the text of the response, or the reason of the control, readable",
                erased_value="''",
                exported="reason",
            ),
            Column(
                "control",
                "`gave up`, `time-out`, `partner gone`, `response limit`, `context full` or "
                "`closed`",
            ),
            blob(
                "reason_exact",
                "exact bytes of the reason if `text` is not exact",
                erased_value="NULL",
            ),
            time("at", "when it was recorded"),
            CLOCK,
            time(
                "shown_at",
                "people only: when the request was first shown; NULL: nothing was asked",
                erased_value="NULL",
                own_seat_only=True,
                exported="timing.shown_at",
            ),
            ms(
                "first_key_ms",
                "people only: time from shown to the first key, without time away; NULL: no key "
                "was pressed, or the front end sees only whole lines",
                erased_value="NULL",
                own_seat_only=True,
                exported="timing.first_key_ms",
            ),
            ms(
                "submitted_ms",
                "people only: time from shown to submitted or given up, including pauses, summed "
                "over the sittings in which the request was shown; 0: gave up while nothing was "
                "asked",
                erased_value="NULL",
                own_seat_only=True,
                exported="timing.submitted_ms",
            ),
            integer(
                "edits",
                "people only: number of changes to the text or a field",
                unit="changes",
                erased_value="NULL",
                own_seat_only=True,
                exported="timing.edits",
            ),
            integer(
                "pasted",
                "people only: number of pasted characters; NULL: the front end cannot tell",
                unit="characters",
                erased_value="NULL",
                own_seat_only=True,
                exported="timing.pasted",
            ),
            json(
                "pauses",
                "people only: list of `start_ms`, `end_ms`, `why`, on the clock of `submitted_ms`; "
                "they may overlap; NULL: no timing",
                unit="ms",
                erased_value="NULL",
                own_seat_only=True,
                exported="timing.pauses",
            ),
            json(
                "hints",
                "people only: all hints shown with the request, each with its `aid` and whether "
                "the answer was changed so that it no longer applies (`used`; absent in records "
                "of older versions and where nothing was sent); the aid `symbols` means that "
                "help with typing characters such as `▢` was offered; the aid "
                "`clock` that a clock was shown",
                erased_value="NULL",
                exported="timing.hints",
            ),
            json(
                "form_values",
                "people only: the submitted form values; NULL if text was typed",
                erased_value="NULL",
                exported="timing.values",
            ),
            ms(
                "away_ms",
                "people only: time for which the episode was left while the request was open, not "
                "part of `submitted_ms`; after a kill, from when the timing was last saved; NULL: "
                "recorded by an earlier version",
                erased_value="NULL",
                own_seat_only=True,
                exported="timing.away_ms",
            ),
            ms(
                "held_ms",
                "paced partners only: how long the answer was held back once it had arrived, so "
                "that its time says nothing about who gave it; 0: it took that long by itself; "
                "NULL: not paced",
            ),
        ),
        key=("episode", "seq"),
        unique=(("episode", "request"),),
        merge=Added(played="seq"),
        export="entries[].",
        refuses=("erased episode", "ended episode"),
        searched=True,
        forked=True,
    ),
    of_episode(
        "attempts_started",
        "evidence",
        "Calls to models, recorded before they are sent.",
        (
            Column("id", "id of the attempt"),
            Column("episode", "the episode", exported=None),
            integer("request", "the request to answer"),
            integer("number", "number of the attempt at this request, from 1, over all retries"),
            Column("session", "the sitting", exported=None),
            sha256(
                "parameters",
                "what was sent besides the messages, without API keys (`contents.hash`)",
            ),
            time("started_at", "when it was sent"),
            CLOCK,
        ),
        key=("id",),
        merge=Added(),
        export="attempts[].",
    ),
    of_episode(
        "attempt_partials",
        "evidence",
        "Parts of an answer received so far, at most once a second.",
        (
            Column("attempt", "the attempt", exported="id"),
            integer("seq", "from 1", exported=None),
            Column("text", "the answer so far", erased_value="''", exported="partial"),
            blob("text_exact", "exact bytes if `text` is not exact", erased_value="NULL"),
            time("at", "when", exported=None),
            CLOCK,
        ),
        key=("attempt", "seq"),
        merge=Added(),
        export="attempts[].",
        episode=_OF_ATTEMPT,
    ),
    of_episode(
        "attempt_bodies",
        "evidence",
        "What servers sent in response to attempts, recorded before it was interpreted. An attempt "
        "without a row here had no response, or its provider's library does not show it.",
        (
            Column("attempt", "the attempt", exported="id"),
            integer("status", "HTTP status"),
            Column("content_type", "as sent; empty if not sent"),
            flag("complete", "whether the body had ended properly"),
            blob(
                "body",
                "the body as received, in zlib's format, with repeated keys replaced by `[key]`",
                erased_value="NULL",
            ),
            time("at", "when it ended", exported=None),
            CLOCK,
        ),
        key=("attempt",),
        merge=Added(),
        export="attempts[].",
        episode=_OF_ATTEMPT,
    ),
    of_episode(
        "attempts_ended",
        "evidence",
        "How attempts ended. An attempt without a row here has no recorded "
        "end: the program died, or it is still running.",
        (
            Column("attempt", "the attempt", exported="id"),
            Column(
                "outcome", "`done`, `error`, `cut` (after a part) or `cancelled` (by this program)"
            ),
            Column("error_kind", "kind of failure"),
            Column("error_message", "one-line error message", erased_value="NULL"),
            Column("text", "what the model wrote, not stripped", erased_value="''"),
            blob("text_exact", "exact bytes if `text` is not exact", erased_value="NULL"),
            Column("reasoning", "what the provider marked as reasoning", erased_value="''"),
            blob("reasoning_exact", "exact bytes if `reasoning` is not exact", erased_value="NULL"),
            tokens("prompt_tokens", "as counted by the provider; NULL: not reported"),
            tokens("completion_tokens", "as counted by the provider"),
            tokens("reasoning_tokens", "as counted by the provider"),
            real("cost_usd", "NULL if the price is unknown", unit="US dollars", exported="cost"),
            Column("finish_reason", "as reported by the provider"),
            Column("provider", "as named in the response"),
            Column("model", "as named in the response; often more specific than the requested one"),
            Column("response_id", "the provider's id of the response"),
            ms("first_token_ms", "time from sending to the first piece of answer or reasoning"),
            ms("duration_ms", "time from sending to the end"),
            ms("retry_in_ms", "time until the next attempt; NULL: none"),
            time("at", "when it ended", exported=None),
            CLOCK,
            json(
                "notes",
                "what is unusual about the answer: `policies` (which of the model's policies "
                "applied, by parameter), `as_sent` (values that are not what the protocol says, "
                "as text), `refusal`, `tool_calls`, `parts`, `choices` (texts that are not part "
                "of the answer), `damaged` (1: bytes that are not UTF-8); NULL: nothing",
                erased_value="NULL",
            ),
        ),
        key=("attempt",),
        merge=Added(),
        export="attempts[].",
        episode=_OF_ATTEMPT,
    ),
    of_episode(
        "episode_ends",
        "evidence",
        "The ends of episodes. One without a row here is running, or was "
        "interrupted and can be resumed.",
        (
            Column("episode", "the episode", exported="id"),
            Column("session", "the sitting in which it ended", exported=None),
            Column("state", "`finished`, `abandoned` or `void`"),
            Column("reason", "the reason; may be empty", erased_value="''", exported="end_reason"),
            time("at", "when", exported="ended_at"),
            CLOCK,
        ),
        key=("episode",),
        merge=Added(played="episode"),
        export="",
        searched=True,
        guards=_ITEM_ENDS,
        counted=True,
    ),
    Table(
        "exposures",
        "evidence",
        "Which tasks people have had a seat in or have seen, and how.",
        (
            Column("id", "id of the exposure"),
            Column("person", "the person"),
            Column("task_key", "the task, independent of language"),
            sha256("instance_hash", "the instance"),
            Column("kind", "`played`, `other seat`, `watched`, `saw solution` or `reviewed`"),
            Column(
                "episode",
                "the episode; NULL: none. One that an import names may be missing here",
            ),
            time("at", "when"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=PERSON,
        erased_with=("person",),
        deleted=True,
        scores=True,
        refuses=("forgotten person",),
        guards=_EXPOSURES,
    ),
    of_episode(
        "tags",
        "evidence",
        "Decisions on the tags of episodes. The latest decision on a tag is valid: see the view "
        "`current_tags`. An episode with the tag `excluded` is left out of all analyses, or "
        "of those of one study. Erasures keep them, because they say what an episode belongs to "
        "and whether it counts.",
        (
            Column("id", "id of the decision"),
            Column("episode", "the episode", exported=None),
            Column("key", "e.g. `wave`, `excluded`"),
            Column(
                "value",
                "e.g. `1`; an episode may have several values of a key. Of `excluded`: "
                "`everywhere`, `study:` and the name of a study, or, in older records, the reason",
            ),
            Column("decision", "`added` or `revoked`"),
            Column("author", "who decided; empty: the program", names_person=True, may_differ=True),
            Column("reason", "why; may be empty", erased_value="''"),
            time("at", "when", may_differ=True),
        ),
        key=("id",),
        merge=Added(),
        export="decisions[].",
        refuses=(),
        counted=True,
    ),
)
