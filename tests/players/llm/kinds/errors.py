"""Errors and redirects in every form."""

from __future__ import annotations

import json

from tests.players.llm.kinds.basis import (
    DEEP,
    DIGITS,
    NO_ANSWER,
    NOTHING_THERE,
    REJECTED,
    UNREADABLE,
    Expected,
    Failed,
    K,
    Kinds,
    failed,
    redirected,
)
from tests.support.misbehaving import (
    error,
    response,
)

TOO_LONG = {
    "OpenAI": "This model's maximum context length is 8192 tokens. However, you sent 9000.",
    "Anthropic": "prompt is too long: 210000 tokens > 200000 maximum",
    "Google": "The input token count (12) exceeds the maximum number of tokens allowed (8).",
    "xAI": "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    "TGI": "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 4000 and 200",
    "Amazon": "Input is too long for requested model.",
    "Qwen": "Range of input length should be [1, 30720]",
    "Moonshot": "Invalid request: Your request exceeded model token limit: 8192",
    "Zhipu": "Prompt exceeds max length",
    "Cohere": "too many tokens: total number of tokens in the prompt exceeds the limit of 4081",
    "vLLM": "The engine prompt length 5000 exceeds the max_model_len 4096.",
    "Ollama": "the input length exceeds the context length",
    "LM Studio": "Trying to keep 5000 tokens when context the overflows.",
}
"""What providers say of a dialogue that is too long."""

NOT_TOO_LONG = (
    (413, "Request too large on tokens per minute (TPM): Limit 6000, please reduce your message"),
    (400, "Too many tokens, please wait before trying again."),
    (400, "Unrecognized request argument supplied: context_length"),
    (400, "Invalid value for 'num_ctx': context window must be a power of two"),
    (422, "context window parameter not allowed"),
    (400, "Service overloaded: the context window cache is being rebuilt, retry later"),
    (400, "max_tokens is too large: 100000. This model supports at most 16384 completion tokens"),
)
"""Errors with similar words, which are no result of the model."""


def statuses() -> Kinds:
    """Return an error with each status, with a body that says nothing of its own."""
    expected: dict[int, Expected] = {
        401: Failed(K.UNAUTHORISED, "rejected the API key."),
        402: Failed(K.NO_CREDIT, "no credit left"),
        403: Failed(K.FORBIDDEN, "does not allow this key"),
        429: Failed(K.RATE_LIMITED, "received too many requests."),
    }
    expected |= dict.fromkeys((404, 405, 410), NOTHING_THERE)
    rejected = (400, 406, 407, 409, 411, 413, 414, 415, 418, 421, 422, 423, 424, 425, 426, 428, 431,
                451, 499)  # fmt: skip
    expected |= dict.fromkeys(rejected, REJECTED)
    servers = (408, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 522, 529, 599, 600, 999)
    expected |= {status: failed(status) for status in servers}
    expected |= dict.fromkeys((300, 304, 305, 306), NO_ANSWER)
    return {
        f"status {status}": (error("no good" * (status != 304), status, type_="text/plain"), what)
        for status, what in sorted(expected.items())
    }


ERROR_BODIES: Kinds = {
    "an empty body": (error(""), failed(500)),
    "a web page": (error("<!doctype html><p>oops", type_="text/html"), failed(500)),
    "a web page that calls itself JSON": (error("<html>oops"), failed(500)),
    "a JSON list": (error("[1, 2]"), failed(500)),
    "a list of errors": (
        error('[{"error": {"code": 400, "message": "odd"}}]', 400),
        Failed(K.BAD_REQUEST, "Details: odd."),
    ),
    "a JSON text": (error('"oops"'), failed(500)),
    "a JSON number": (error("7"), failed(500)),
    "JSON null": (error("null"), failed(500)),
    "deep JSON": (error(DEEP), failed(500)),
    "deep JSON that is closed": (error(DEEP + "]" * 100_000), failed(500)),
    "half a JSON object": (error('{"error": {"mess', 400), Failed(K.BAD_REQUEST, "rejected")),
    "a code of 5,000 digits": (
        error(f'{{"error": {{"message": "odd", "code": {DIGITS}}}}}', 400),
        Failed(K.BAD_REQUEST, "Details: odd."),
    ),
    "a code of 5,000 digits as text": (
        error(f'{{"error": {{"message": "odd", "code": "{DIGITS}"}}}}', 503),
        failed(503),
    ),
    "a code in other digits": (
        error('{"error": {"message": "odd", "code": "\u0664\u0660\u0661"}}', 503),
        failed(503),
    ),
    "a code of another status": (
        error('{"error": {"message": "odd", "code": 401}}', 500),
        failed(500),
    ),
    "a code that is a list": (error('{"error": {"code": [[]]}}', 503), failed(503)),
    "a code that is NaN": (error('{"error": {"code": NaN}}', 503), failed(503)),
    "an error that is a list": (error('{"error": ["odd"]}', 400), Failed(K.BAD_REQUEST, "odd")),
    "an error that is an empty list": (error('{"error": []}', 400), Failed(K.BAD_REQUEST, "")),
    "an error that is a text": (error('{"error": "odd"}', 400), Failed(K.BAD_REQUEST, "odd")),
    "an error that is null": (error('{"error": null}', 503), failed(503)),
    "an error that is a number": (error('{"error": 5}', 503), failed(503)),
    "a message that is a list": (error('{"error": {"message": [1]}}', 503), failed(503)),
    "a message that is an object": (error('{"error": {"message": {}}}', 503), failed(503)),
    "a message without an error": (
        error('{"object": "error", "message": "odd"}', 400),
        Failed(K.BAD_REQUEST, "Details: odd."),
    ),
    "a detail": (error('{"detail": "odd"}', 422), Failed(K.BAD_REQUEST, "Details: odd.")),
    "a list of details": (
        error('{"detail": [{"loc": ["body"], "msg": "odd"}]}', 422),
        Failed(K.BAD_REQUEST, "Details: odd."),
    ),
    "a list of errors in an object": (
        error('{"errors": [{"message": "odd"}]}', 400),
        Failed(K.BAD_REQUEST, "Details: odd."),
    ),
    "a body that is not UTF-8": (error(b"\xff\xfe\x80", 503, type_="text/plain"), failed(503)),
    "a body of 3 MB": (error("no " * 1_000_000, 503, type_="text/plain"), failed(503)),
    "control characters": (
        error('{"error": {"message": "\\u001b[2J\\u009bodd\\u202e"}}', 400),
        Failed(K.BAD_REQUEST, "odd"),
    ),
    "a lone surrogate": (
        error('{"error": {"message": "odd \\ud800"}}', 400),
        Failed(K.BAD_REQUEST, "odd"),
    ),
    "broken gzip": (
        response(b"this is not gzip", 503, headers={"content-encoding": "gzip"}),
        failed(503),
    ),
    "a name that is no model": (
        error('{"error": {"code": "model_not_found", "message": "odd"}}', 404),
        Failed(K.UNKNOWN_MODEL, "There is no model openai/test"),
    ),
    "the filter": (
        error('{"error": {"code": "content_filter", "message": "odd"}}', 400),
        Failed(K.CONTENT_FILTER, "content filter stopped"),
    ),
    "a context that is too long": (
        error('{"error": {"message": "exceeds the available context size"}}', 400),
        Failed(K.CONTEXT_LENGTH, "too long"),
    ),
    **{
        f"a context that is too long, in the words of {who}": (
            error(json.dumps({"error": {"message": said}}), 400),
            Failed(K.CONTEXT_LENGTH, "too long"),
        )
        for who, said in TOO_LONG.items()
    },
    **{
        f"no context that is too long: {said}": (
            error(json.dumps({"error": {"message": said}}), status),
            Failed(K.BAD_REQUEST, "rejected the request."),
        )
        for status, said in NOT_TOO_LONG
    },
    "a key that a server misses": (
        error('{"error": {"message": "No API key provided"}}', 401),
        Failed(K.UNAUTHORISED, "rejected the API key."),
    ),
}


def waits() -> Kinds:
    """Return an error 429 with each form of Retry-After."""
    asked = Failed(K.RATE_LIMITED, "asks to wait")
    plain = Failed(K.RATE_LIMITED, "received too many requests.")
    forms: dict[str, tuple[str, str, Failed]] = {
        "a date in the year 99999999999": (
            "retry-after",
            "Fri, 31 Dec 99999999999 23:59:59",
            plain,
        ),
        "a date in the year 9999": ("retry-after", "Fri, 31 Dec 9999 23:59:59 GMT", asked),
        "a date in the year 1": ("retry-after", "Mon, 01 Jan 0001 00:00:00 GMT", plain),
        "a date without a zone": ("retry-after", "Fri, 31 Dec 2199 23:59:59", asked),
        "a date with a zone of 99 hours": ("retry-after", "Fri, 31 Dec 2199 23:59:59 +9999", plain),
        "1e300 milliseconds": ("retry-after-ms", "1e300", asked),
        "1e300 seconds": ("retry-after", "1e300", asked),
        "infinitely long": ("retry-after", "inf", asked),
        "a number of 5,000 digits": ("retry-after", "9" * 5_000, asked),
        "a negative number": ("retry-after", "-5", plain),
        "NaN": ("retry-after", "nan", plain),
        "a word": ("retry-after", "soon", plain),
        "nothing": ("retry-after", "", plain),
        "zero": ("retry-after", "0", plain),
    }
    return {
        f"a wait: {name}": (response("slow", 429, headers={header: value}), expected)
        for name, (header, value, expected) in forms.items()
    }


def redirects() -> Kinds:
    """Return redirects that must not be followed, or not again."""
    statuses = {
        f"a redirect {status} to another host": (
            response(status=status, headers={"location": "http://other.invalid/v1?key=abcdefgh"}),
            redirected("http://other.invalid/v1, where nothing was sent."),
        )
        for status in (301, 302, 303, 307, 308)
    }
    places: dict[str, tuple[str, Failed]] = {
        "another port": ("http://127.0.0.1:9/v1", redirected("http://127.0.0.1:9/v1,")),
        "another name of this host": ("http://localhost/v1", redirected("http://localhost/v1,")),
        "another host without a scheme": ("//other.invalid/", redirected("http://other.invalid/,")),
        "an address with a password": (
            "http://me:hunter2hunter2@other.invalid/",
            redirected("http://other.invalid/,"),
        ),
        "a file": ("file:///etc/passwd", redirected("file:///etc/passwd,")),
        "no address": ("http://[half", redirected("http://[half,")),
        "a port that is none": ("http://127.0.0.1:99999/", redirected("http://127.0.0.1:99999/,")),
        "a script": ("javascript:alert(1)", UNREADABLE),
        "itself, for ever": ("/v1/chat/completions", Failed(K.REDIRECTED, "redirects in a circle")),
        "nowhere": ("", NO_ANSWER),
    }
    return {
        **statuses,
        **{
            f"a redirect to {name}": (
                response(status=307, headers={"location": location}),
                expected,
            )
            for name, (location, expected) in places.items()
        },
    }
