"""Messages for each kind of failure of a call to a model, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from clemtui.language import Sentence, translatable
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.redaction import redact
from clemtui.players.llm.server_variables import has_own_server


class ErrorKind(StrEnum):
    """What happened, as far as it affects what to do next."""

    MISSING_KEY = "missing_key"
    OTHER_SERVER = "other_server"
    REFUSED_CONNECTION = "refused_connection"
    UNAUTHORISED = "unauthorised"
    FORBIDDEN = "forbidden"
    NO_CREDIT = "no_credit"
    NOT_FOUND = "not_found"
    UNKNOWN_MODEL = "unknown_model"
    BAD_REQUEST = "bad_request"
    CONTEXT_LENGTH = "context_length"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    TIMEOUT = "timeout"
    CUT = "cut"
    EMPTY = "empty"
    CONTENT_FILTER = "content_filter"
    BAD_RESPONSE = "bad_response"
    ANSWER_TOO_LONG = "answer_too_long"
    REDIRECTED = "redirected"
    REFUSED = "refused"
    CUT_OFF = "cut_off"
    NOT_SINGLE = "not_single"


@dataclass(frozen=True, slots=True)
class FailureContext:
    """What is known of a failure apart from its kind.

    Attributes:
        variable: the environment variable of the key, or of the server's address.
        status: the HTTP status, if the server returned one.
        retry_after: the seconds that the server asked to wait.
        started: whether any part of the answer, reasoning included, had arrived.
        lost: whether the connection broke. An answer is also cut if it ends properly without being
            complete.
        limit: maximum size of an answer, in bytes.
        used_up: whether the token limit was reached.
        redirect: the address to which the server redirected the call.
        circular: whether the call had been sent to that address before.
        ending: what follows api_base in the address of the call; empty if api_base is not set.
        proxy: the environment variable with the proxy through which the call went, if any.
        unreadable: whether the response cannot be decoded as HTTP or text.
        tools: whether the model called tools.
        unsendable: whether the key is set, but has characters that no HTTP header can have.
    """

    variable: str | None = None
    status: int | None = None
    retry_after: float | None = None
    started: bool = False
    lost: bool = False
    limit: int = 0
    used_up: bool = False
    redirect: str = ""
    circular: bool = False
    ending: str = ""
    proxy: str = ""
    unreadable: bool = False
    tools: bool = False
    unsendable: bool = False


NO_CONTEXT = FailureContext()

_ASK_AGAIN = translatable("Send it again, or choose another model.")

_SENTENCES: Mapping[ErrorKind, tuple[str, str]] = {
    ErrorKind.MISSING_KEY: (
        translatable("{model} needs an API key, but {variable} is not set."),
        translatable("Set {variable} in the environment and start clemtui again."),
    ),
    ErrorKind.OTHER_SERVER: (
        translatable("{model} played without the address in {variable}, which is now set."),
        translatable(
            "Remove {variable} from the environment and start clemtui again, or choose another "
            "model."
        ),
    ),
    ErrorKind.REFUSED_CONNECTION: (
        translatable("Cannot connect to {place}."),
        translatable(
            "Check that the server is running, that api_base is right, and that the network works."
        ),
    ),
    ErrorKind.UNAUTHORISED: (
        translatable("{place} rejected the API key."),
        translatable("Check the key in {variable}; to use another variable, set api_key_env."),
    ),
    ErrorKind.FORBIDDEN: (
        translatable("{place} does not allow this key to use {model}."),
        translatable("Ask the provider for access, or choose another model."),
    ),
    ErrorKind.NO_CREDIT: (
        translatable("{place} reports that the account has no credit left."),
        translatable("Add credit at the provider, or choose another model."),
    ),
    ErrorKind.NOT_FOUND: (
        translatable("{place} has nothing at this address."),
        translatable("Check api_base; for most servers it ends in /v1."),
    ),
    ErrorKind.UNKNOWN_MODEL: (
        translatable("There is no model {model} at {place}."),
        translatable("Check the name: provider, slash, then the provider's name for the model."),
    ),
    ErrorKind.BAD_REQUEST: (
        translatable("{place} rejected the request."),
        translatable(
            'Check the parameters of the model; some models require temperature = "default".'
        ),
    ),
    ErrorKind.CONTEXT_LENGTH: (
        translatable("The dialogue is too long for {model}."),
        translatable("Choose a model with a longer context, or set a lower max_tokens."),
    ),
    ErrorKind.RATE_LIMITED: (
        translatable("{place} received too many requests."),
        translatable("Wait, then try again."),
    ),
    ErrorKind.SERVER_ERROR: (
        translatable("{place} failed."),
        translatable("Try again; if it keeps happening, contact the server's administrator."),
    ),
    ErrorKind.TIMEOUT: (
        translatable("{model} did not finish within {timeout}."),
        translatable("Try again, or set a longer timeout for the model."),
    ),
    ErrorKind.CUT: (
        translatable("The answer from {model} broke off."),
        translatable(
            "Try again; if it always happens, the server does not end its streams properly."
        ),
    ),
    ErrorKind.EMPTY: (
        translatable("{model} returned an empty answer."),
        translatable("Try again, or set a higher max_tokens if it reasons before it answers."),
    ),
    ErrorKind.CONTENT_FILTER: (
        translatable("The provider's content filter stopped {model}."),
        translatable(
            "The filter judges the dialogue so far: choose another model or another instance."
        ),
    ),
    ErrorKind.BAD_RESPONSE: (
        translatable("{place} returned something that is not a model's answer."),
        translatable("Check that api_base points to a server that speaks the OpenAI protocol."),
    ),
    ErrorKind.ANSWER_TOO_LONG: (
        translatable("The answer from {model} was longer than {limit} bytes and was stopped."),
        translatable("Set max_tokens for the model."),
    ),
    ErrorKind.REDIRECTED: (
        translatable("{place} redirects to {address}, where nothing was sent."),
        translatable("If you trust that address, set api_base to it."),
    ),
    ErrorKind.REFUSED: (translatable("{model} refused to answer."), _ASK_AGAIN),
    ErrorKind.CUT_OFF: (
        translatable("The answer was cut off; try a larger max_tokens."),
        _ASK_AGAIN,
    ),
    ErrorKind.NOT_SINGLE: (
        translatable("{model} returned several answers or parts; its settings allow only one."),
        _ASK_AGAIN,
    ),
}

# A provider's key is never sent to an address: see `llm.key.key_for`.
_NO_KEY_SENT = translatable(
    "No API key was sent to this address: add the model to the settings and name the "
    "variable of its key as api_key_env."
)
_LOST_HINT = translatable("Check that the server is still running, then send again.")
_LOST = (translatable("The connection was lost in the middle of the answer."), _LOST_HINT)
_LOST_BEFORE = (translatable("{place} closed the connection before answering."), _LOST_HINT)


def explain(
    kind: ErrorKind, parameters: ModelParameters, known: FailureContext
) -> tuple[Sentence, Sentence]:
    """Return what happened and what to do, as one sentence each, without keys."""
    values: Mapping[str, object] = {
        "model": redact(parameters.model),
        "place": redact(parameters.api_base or parameters.model.partition("/")[0]),
        "variable": known.variable or parameters.api_key_env or _ITS_VARIABLE,
        "wait": timedelta(seconds=round(known.retry_after or 0)),
        "status": str(known.status),
        "timeout": timedelta(seconds=parameters.timeout),
        "limit": known.limit,
        "address": redact(known.redirect.removesuffix(known.ending)),
        "proxy": known.proxy,
    }
    message, hint = _templates(kind, known)
    unsent = has_own_server(parameters) and not parameters.api_key_env
    if kind is ErrorKind.UNAUTHORISED and unsent:
        hint = _NO_KEY_SENT
    return Sentence(message, **values), Sentence(hint, **values)


_ITS_VARIABLE = Sentence(translatable("the provider's variable"))


def _templates(kind: ErrorKind, known: FailureContext) -> tuple[str, str]:
    message, hint = _SENTENCES[kind]
    if kind is ErrorKind.MISSING_KEY and known.unsendable:
        message = translatable("The key in {variable} contains a character that cannot be sent.")
    elif kind is ErrorKind.CUT and known.lost:
        return _LOST if known.started else _LOST_BEFORE
    if kind is ErrorKind.RATE_LIMITED and known.retry_after:
        message = translatable("{place} received too many requests and asks to wait {wait}.")
    elif kind is ErrorKind.SERVER_ERROR and known.status:
        message = translatable("{place} failed (status {status}).")
    elif kind is ErrorKind.BAD_RESPONSE and known.unreadable:
        message = translatable("{place} sent a response that cannot be decoded.")
        hint = _SENTENCES[ErrorKind.SERVER_ERROR][1]
    elif kind is ErrorKind.REDIRECTED and known.circular:
        message = translatable("{place} redirects in a circle.")
        hint = _SENTENCES[ErrorKind.SERVER_ERROR][1]
    elif kind is ErrorKind.REDIRECTED and not known.redirect.endswith(known.ending):
        hint = _SENTENCES[ErrorKind.NOT_FOUND][1]  # no api_base would lead there
    elif kind is ErrorKind.REFUSED_CONNECTION and known.proxy:
        hint = translatable(
            "A proxy is set: check {proxy} in the environment, or add the server to NO_PROXY."
        )
    elif kind is ErrorKind.EMPTY and known.tools:
        message, hint = translatable("{model} called a tool instead of answering."), _ASK_AGAIN
    elif kind is ErrorKind.EMPTY and known.used_up:
        message = translatable(
            "{model} returned an empty answer: it spent all its tokens on reasoning."
        )
    return message, hint


def with_detail(message: Sentence, detail: str) -> Sentence:
    """Append what the server itself said, if anything."""
    if not detail:
        return message
    return Sentence(
        translatable("{message} Details: {detail}."), message=message, detail=detail.rstrip(".")
    )
