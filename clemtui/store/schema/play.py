"""What is played: episodes, what was said in them, and who met what."""

from __future__ import annotations

from clemtui.store.schema.model import (
    CLOCK,
    EPISODE,
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
    real,
    sha256,
    time,
    tokens,
)

_OF_ATTEMPT = Owner("attempt", "attempts_started", "episode")

#: A finished episode closes its work item; any other end opens it again.
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

PLAY = (
    Table(
        "episodes",
        "evidence",
        "One play of one instance.",
        (
            Column("id", "id of the episode"),
            Column(
                "session", "the sitting in which it began; entries name the one in which they came"
            ),
            Column("family", "folder of the game"),
            Column("game", "id of the game"),
            Column("game_version", "version of the game's rules"),
            sha256(
                "rules_hash",
                (
                    "of the game's code and data; of an import that stands as it was logged, the "
                    "version that made it"
                ),
            ),
            Column("experiment", "group of instances"),
            integer("game_id", "number of the instance in its experiment"),
            Column("task_key", "names the task independently of language, for paired comparisons"),
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
                "condition", "everything else that could change a person's result (`contents.hash`)"
            ),
            sha256(
                "environment",
                (
                    "versions of what took part; of an import, where it came from, under "
                    "`import` (`contents.hash`)"
                ),
            ),
            Column(
                "interface",
                (
                    "`assisted` (boards, forms, aids) or `verbatim` (a model's situation); never "
                    "pool them"
                ),
            ),
            flag("practice", "1: played for practice"),
            time(
                "created_at",
                (
                    "when it began; for an import, when it was played if that is known (a local "
                    "time without its zone is read as UTC)"
                ),
            ),
            flag(
                "time_known",
                "0: an import that does not say when it was played, or not in which time zone",
            ),
        ),
        key=("id",),
        merge=Added(),
        export="",
        episode=Owner("id"),
        erased_with="episode",
    ),
    Table(
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
                blank="'human'",
                own=True,
            ),
            sha256("parameters", "complete settings of the player (`contents.hash`)"),
            integer("seed", "of a scripted player, or sent to a model"),
        ),
        key=("episode", "seat"),
        merge=Added(),
        export="seats[].",
        episode=EPISODE,
        person=PERSON,
        erased_with="episode",
        refuses=("forgotten person",),
    ),
    Table(
        "requests",
        "evidence",
        (
            "What the game master asked, exactly as it was delivered. The whole list of messages "
            "is the first `kept` messages of request `base`, then `messages`."
        ),
        (
            Column("episode", "the episode", exported=None),
            integer("number", "number of the request in its episode, from 1"),
            Column("session", "the sitting in which it was first asked"),
            Column("seat", "who was asked"),
            Column("role", "the seat's label"),
            Column("thread", "the conversation; side questions may have one of their own"),
            Column("purpose", "`turn`, `side question` or `service`"),
            integer(
                "new_from", "index of the first message that the seat had not been shown before"
            ),
            integer(
                "base",
                ("an earlier request of the seat whose first messages this one shares; NULL: none"),
                blank="NULL",
                exported=None,
            ),
            integer("kept", "how many it shares", unit="messages", blank="0", exported=None),
            json("messages", "the messages after those", blank="'[]'"),
            sha256(
                "messages_hash",
                "of the canonical JSON of the whole list; empty where erased",
                blank="''",
                exported=None,
            ),
            json("tools", "tools offered with the request; NULL: none", blank="NULL"),
            json("stream_to", "other seats that may watch the answer being written; NULL: none"),
            time("asked_at", "when it was first asked"),
            CLOCK,
        ),
        key=("episode", "number"),
        merge=Added(played="number"),
        export="requests[].",
        episode=EPISODE,
        erased_with="episode",
        refuses=("erased episode", "ended episode"),
        searched=True,
        forked=True,
    ),
    Table(
        "entries",
        "evidence",
        (
            "The episode itself: what came back, in order. Replaying the entries gives everything "
            "else."
        ),
        (
            Column("episode", "the episode", exported=None),
            integer("seq", "position in the episode, from 1"),
            Column("session", "the sitting in which it came"),
            Column("kind", "`response` or `control`"),
            integer("request", "the request that a response answers; each has at most one"),
            Column("seat", "who answered, or caused the control; NULL: a limit of the loop"),
            json(
                "parts",
                "the response exactly as the game master got it",
                blank="CASE kind WHEN 'response' THEN '[]' END",
            ),
            Column(
                "text",
                "the response's text, or the control's reason, readable",
                blank="''",
                exported="reason",
            ),
            Column("control", "`gave up`, `time-out`, `partner gone` or `response limit`"),
            blob(
                "reason_exact", "the reason's exact bytes where `text` is not exact", blank="NULL"
            ),
            time("at", "when it was recorded"),
            CLOCK,
            time(
                "shown_at",
                "people only: when the request was on the screen",
                blank="NULL",
                own=True,
                exported="timing.shown_at",
            ),
            ms(
                "first_key_ms",
                "people only: from shown to the first key",
                blank="NULL",
                own=True,
                exported="timing.first_key_ms",
            ),
            ms(
                "submitted_ms",
                "people only: from shown to submitted, pauses included",
                blank="NULL",
                own=True,
                exported="timing.submitted_ms",
            ),
            integer(
                "edits",
                "people only: how often the text or a field was changed",
                unit="changes",
                blank="NULL",
                own=True,
                exported="timing.edits",
            ),
            integer(
                "pasted",
                "people only: how many were pasted; NULL where the front cannot tell",
                unit="characters",
                blank="NULL",
                own=True,
                exported="timing.pasted",
            ),
            json(
                "pauses",
                "people only: list of `start_ms`, `end_ms`, `why`; NULL: no timing at all",
                unit="ms",
                blank="NULL",
                own=True,
                exported="timing.pauses",
            ),
            json(
                "hints",
                (
                    "people only: every hint that was shown with the request, with the `aid` "
                    "that gave it; the aid `symbols` says that a way to write characters such as "
                    "`▢` was offered"
                ),
                blank="NULL",
                exported="timing.hints",
            ),
            json(
                "form_values",
                "people only: the form as it was filled in; NULL where text was typed",
                blank="NULL",
                exported="timing.values",
            ),
        ),
        key=("episode", "seq"),
        unique=(("episode", "request"),),
        merge=Added(played="seq"),
        export="entries[].",
        episode=EPISODE,
        erased_with="episode",
        refuses=("erased episode", "ended episode"),
        searched=True,
        forked=True,
    ),
    Table(
        "attempts_started",
        "evidence",
        "Calls to models, recorded before they are sent.",
        (
            Column("id", "id of the attempt"),
            Column("episode", "the episode", exported=None),
            integer("request", "the request it is to answer"),
            integer(
                "number", "number of the attempt at this request, from 1, however it was sent again"
            ),
            Column("session", "the sitting", exported=None),
            sha256(
                "parameters", "what was sent beside the messages, without keys (`contents.hash`)"
            ),
            time("started_at", "when it was sent"),
            CLOCK,
        ),
        key=("id",),
        merge=Added(),
        export="attempts[].",
        episode=EPISODE,
        erased_with="episode",
        refuses=("erased episode",),
    ),
    Table(
        "attempt_partials",
        "evidence",
        "What had arrived of an answer, at most once a second.",
        (
            Column("attempt", "the attempt", exported="id"),
            integer("seq", "from 1", exported=None),
            Column("text", "the answer so far", blank="''", exported="partial"),
            blob("text_exact", "its exact bytes where `text` is not exact", blank="NULL"),
            time("at", "when", exported=None),
            CLOCK,
        ),
        key=("attempt", "seq"),
        merge=Added(),
        export="attempts[].",
        episode=_OF_ATTEMPT,
        erased_with="episode",
        refuses=("erased episode",),
    ),
    Table(
        "attempts_ended",
        "evidence",
        (
            "How attempts ended. An attempt without a row here never ended in the record: the "
            "program died."
        ),
        (
            Column("attempt", "the attempt", exported="id"),
            Column(
                "outcome", "`done`, `error`, `cut` (after a part) or `cancelled` (by this program)"
            ),
            Column("error_kind", "kind of failure"),
            Column("error_message", "one line about it", blank="NULL"),
            Column("text", "what the model wrote, unstripped", blank="''"),
            blob("text_exact", "its exact bytes where `text` is not exact", blank="NULL"),
            Column("reasoning", "what the provider marked as reasoning", blank="''"),
            blob("reasoning_exact", "its exact bytes where `reasoning` is not exact", blank="NULL"),
            tokens("prompt_tokens", "as the provider counted; NULL where it did not say"),
            tokens("completion_tokens", "as the provider counted"),
            tokens("reasoning_tokens", "as the provider counted"),
            real(
                "cost_usd", "NULL where the price is not known", unit="US dollars", exported="cost"
            ),
            Column("finish_reason", "as the provider gave it"),
            Column("provider", "as answered"),
            Column("model", "as answered; often more exact than the one asked for"),
            Column("response_id", "the provider's id of the answer"),
            ms("first_token_ms", "from sending to the first piece of answer or reasoning"),
            ms("duration_ms", "from sending to the end"),
            ms("retry_in_ms", "how long until the next attempt; NULL: none"),
            time("at", "when it ended", exported=None),
            CLOCK,
        ),
        key=("attempt",),
        merge=Added(),
        export="attempts[].",
        episode=_OF_ATTEMPT,
        erased_with="episode",
        refuses=("erased episode",),
    ),
    Table(
        "episode_ends",
        "evidence",
        "An episode without a row here is running, or was interrupted and can be resumed.",
        (
            Column("episode", "the episode", exported="id"),
            Column("session", "the sitting in which it ended", exported=None),
            Column("state", "`finished`, `abandoned` or `void`"),
            Column("reason", "why; may be empty", blank="''", exported="end_reason"),
            time("at", "when", exported="ended_at"),
            CLOCK,
        ),
        key=("episode",),
        merge=Added(played="episode"),
        export="",
        episode=EPISODE,
        erased_with="episode",
        refuses=("erased episode",),
        searched=True,
        guards=_ITEM_ENDS,
    ),
    Table(
        "exposures",
        "evidence",
        "That a person has met a task.",
        (
            Column("id", "id of the exposure"),
            Column("person", "who"),
            Column("task_key", "the task, independently of language"),
            sha256("instance_hash", "the instance"),
            Column("kind", "`played`, `other seat`, `watched`, `saw solution` or `reviewed`"),
            Column("episode", "in which episode; NULL: in none"),
            time("at", "when"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=PERSON,
        erased_with="person",
        deleted=True,
        refuses=("forgotten person",),
    ),
    Table(
        "tags",
        "evidence",
        "Words that somebody put on an episode.",
        (
            Column("episode", "the episode", exported=None),
            Column("key", "e.g. `wave`, `excluded`", exported="tags"),
            Column(
                "value", "e.g. `1`; an episode may have several values of a key", exported="tags"
            ),
            time("at", "when", free=True, exported=None),
        ),
        key=("episode", "key", "value"),
        merge=Added(),
        export="",
        episode=EPISODE,
        erased_with="episode",
        deleted=True,
        refuses=("erased episode",),
    ),
)
