"""A server that repeats the key it was called with: the key is neither shown nor recorded."""

from __future__ import annotations

import base64
import contextlib
import json
import time
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.redaction import REDACTED, KeyFilter, hide_keys, spellings
from clemtui.players.llm.scrubbing import scrubbed
from clemtui.players.llm.stream import Answer, Delta
from tests.players.llm.model_calls import ask
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.misbehaving import answer, chunk, event, response, stream

KEY = "lab.0123456789.abcdef"


@pytest.fixture
def variable(monkeypatch: pytest.MonkeyPatch) -> str:
    """The variable of the key; its name does not suggest a secret."""
    monkeypatch.setenv("LAB", f" {KEY}\n")
    return "LAB"


def echoing(text: str = f"CLUE: {KEY}!", **changed: object) -> Reply:
    given = {
        "chunks": 7,
        "reasoning": f"the key is {KEY}",
        "model": f"m/{KEY}",
        "id": f"id-{KEY}",
        "finish_reason": f"stop {KEY}",
    }
    return Reply(text, **{**given, **changed})  # type: ignore[arg-type]


async def test_no_part_of_a_complete_answer_contains_the_key(variable: str) -> None:
    seen: list[Delta] = []
    log = RecordingLog()
    with FakeOpenAI([echoing()]) as server:
        outcome = await ask(server, log, on_delta=seen.append, api_key_env=variable)
    (request,) = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert outcome.text == f"CLUE: {REDACTED}!"  # judged, and recorded
    assert outcome.raw == outcome.text.encode()
    assert outcome.reasoning == f"the key is {REDACTED}"
    assert (outcome.model, outcome.response_id) == (f"m/{REDACTED}", f"id-{REDACTED}")
    assert "".join(delta.text for delta in seen) == outcome.text
    assert "".join(delta.reasoning for delta in seen) == outcome.reasoning
    assert log.outcomes == [outcome]
    assert KEY not in repr((outcome, seen, log.partials))


async def test_the_key_of_a_provider_is_hidden_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with FakeOpenAI([echoing()]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        outcome = await ask(server)
    (request,) = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert outcome.text == f"CLUE: {REDACTED}!"
    assert KEY not in repr(outcome)


@pytest.mark.parametrize(
    ("fault", "length"), [("cut", 8), ("quiet_end", 8), ("", 0)], ids=["cut", "ended", "too long"]
)
async def test_the_beginning_of_a_key_in_a_broken_answer_is_hidden(
    variable: str, fault: str, length: int
) -> None:
    log = RecordingLog()
    reply = echoing(pieces=("CLUE: ", *KEY), fault=fault, fault_after=16, reasoning="")
    limit = 1_000_000 if length else 20
    with FakeOpenAI([reply]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, api_key_env=variable, limit=limit)
    assert log.outcomes[0].text.rstrip(".") == f"CLUE: {REDACTED}"
    assert KEY[:8] not in repr((log.outcomes, caught.value.partial))


async def test_an_answer_that_ends_like_a_key_begins_is_shown_to_its_end(variable: str) -> None:
    seen: list[Delta] = []
    with FakeOpenAI(["the lab"]) as server:
        outcome = await ask(server, on_delta=seen.append, api_key_env=variable)
    assert "".join(delta.text for delta in seen) == outcome.text == "the lab"
    assert Delta("", "") not in seen


async def test_the_key_in_an_error_is_hidden_whatever_its_variable_is_called(variable: str) -> None:
    with FakeOpenAI([error_reply(401, f"{KEY} is wrong")]) as server:
        with pytest.raises(ModelError) as caught:
            await ask(server, api_key_env=variable)
    assert caught.value.detail == f"{REDACTED} is wrong"
    assert KEY not in str(caught.value)


SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "reversed": lambda key: key[::-1],
    "escaped for JSON": lambda key: json.dumps(key)[1:-1],
    "escaped for JSON, with slashes": lambda key: json.dumps(key)[1:-1].replace("/", "\\/"),
    "escaped for a URL": lambda key: quote(key, safe=""),
    "escaped for a URL throughout": lambda key: "".join(f"%{ord(each):02x}" for each in key),
    "in hexadecimal": lambda key: key.encode().hex(),
    **{
        f"in base64 after {prefix!r}": lambda key, prefix=prefix: base64.b64encode(  # type: ignore[misc]
            f"{prefix}{key}:x".encode()
        ).decode()
        for prefix in ("", "a", "me:")
    },
    "in base64 for a URL": lambda key: base64.urlsafe_b64encode(key.encode()).decode(),
}
ODD_KEY = 'lab/01"23\\45+6?789>>>.abcdef'


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("key", [KEY, ODD_KEY], ids=["plain", "with odd characters"])
async def test_a_key_is_hidden_however_it_is_spelt(
    spelling: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB", key)
    repeated = SPELLINGS[spelling](key)
    # The ends of a base64 text depend on what surrounds the key.
    core = repeated[5:-8] if "base64" in spelling else repeated
    log = RecordingLog()
    said = f"CLUE: {repeated}"
    replies = [
        answer(said),
        stream(*(chunk(piece) for piece in (said[:15], said[15:])), chunk(None, "stop")),
        answer(id=repeated, model=repeated, usage={"prompt_tokens": repeated}),
        error_reply(401, said),
        response(said, 500, type_="text/plain"),
        response(event(chunk("x")), headers={"x-odd": repeated}, type_=f"text/x; {repeated}"),
    ]
    failures = []
    with FakeOpenAI(replies) as server:
        for _ in replies:
            try:
                await ask(server, log, api_key_env="LAB")
            except ModelError as failure:
                failures.append((str(failure), failure.detail, failure.partial))
    everything = repr((log.outcomes, log.partials, log.parameters, failures))
    everything += repr([(body.body.decode(), body.content_type) for body in log.bodies])
    assert log.outcomes[0].text.startswith("CLUE: ")
    assert core not in everything
    assert json.dumps(core)[1:-1] not in everything


async def test_a_key_in_unicode_escapes_is_hidden_in_the_body(variable: str) -> None:
    escaped = "".join(f"\\u{ord(each):04x}" for each in KEY)
    log = RecordingLog()
    body = f'data: {{"choices": [{{"delta": {{"content": "{escaped}"}}}}]}}\n\ndata: [DONE]\n\n'
    with FakeOpenAI([response(body)]) as server:
        outcome = await ask(server, log, api_key_env=variable)
    assert outcome.text == REDACTED
    assert log.bodies[0].body.decode() == (
        f'data: {{"choices": [{{"delta": {{"content": "{REDACTED}"}}}}]}}\n\ndata: [DONE]\n\n'
    )


@given(st.lists(st.integers(0, 40)), st.sampled_from(["content", "reasoning", "x"]))
def test_a_key_in_pieces_is_hidden_in_the_body(cuts: list[int], name: str) -> None:
    text = f"CLUE: {KEY} is it"
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(places)]
    body = "".join(event({"choices": [{"delta": {name: piece}}]}) for piece in pieces)
    hidden = scrubbed(body.encode(), spellings([KEY])).decode()
    events = [json.loads(line.removeprefix("data: ")) for line in hidden.split("\n\n") if line]
    joined = "".join(each["choices"][0]["delta"][name] for each in events)
    assert joined == f"CLUE: {REDACTED} is it"


def test_a_body_that_breaks_off_within_a_key_does_not_show_its_beginning() -> None:
    body = f'data: {{"choices": [{{"delta": {{"content": "{KEY[:12]}'.encode()
    assert scrubbed(body, spellings([KEY])).endswith(REDACTED.encode())


def test_a_key_in_deeply_nested_json_is_hidden() -> None:
    for depth in (10, 400, 900, 990, 2_000):
        nested = "[" * depth + f'"{KEY[:9]}\\u{ord(KEY[9]):04x}{KEY[10:]}"' + "]" * depth
        hidden = scrubbed(f"data: {nested}\n\n".encode(), spellings([KEY]))
        assert KEY[:9].encode() not in hidden


DISGUISES: dict[str, Callable[[str], str]] = {
    "in upper case": str.upper,
    "in lower case": str.lower,
    **{
        f"with {unicodedata.name(mark, 'a control character')} between": mark.join
        for mark in "- \n\t\0_.\u200b\u200d\u2060\ufeff\u00ad\u3164\u0301"
    },
    "with more between": " \u200b--\n".join,
    "in full width": lambda key: "".join(chr(ord(each) + 0xFEE0) for each in key),
    "with the beginning in base64 lines": lambda key: "\n".join(
        base64.b64encode(key.encode()).decode()[at : at + 5] for at in range(0, 40, 5)
    ),
    "in Unicode escapes": lambda key: "".join(f"\\u{ord(each):04X}" for each in key),
    "in HTML": lambda key: "".join(f"&#{ord(each)};" for each in key),
    "in hexadecimal bytes": lambda key: key.encode().hex(":"),
    "in HTML with zeros": lambda key: "".join(f"&#x{ord(each):04X};" for each in key),
    "escaped for a URL twice": lambda key: "".join(f"%25{ord(each):02X}" for each in key),
    "in escapes with braces": lambda key: "".join(f"\\u{{{ord(each):x}}}" for each in key),
    "in octal escapes": lambda key: "".join(f"\\{ord(each):03o}" for each in key),
    "as a list of numbers": lambda key: ", ".join(str(ord(each)) for each in key),
    "as a list of hexadecimal numbers": lambda key: ", ".join(hex(ord(each)) for each in key),
    "in UTF-16": lambda key: key.encode("utf-16-le").hex(" "),
}
SECRET = "Sk-aB3dE6gH9jK2mN5pQ8sT1v"


def letters(text: object) -> str:
    """The letters and digits of a text, as a reader sees them."""
    form = unicodedata.normalize("NFKC", str(text)).replace("\u1160", "").casefold()
    return "".join(each for each in form if each.isalnum())


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("pieces", [1, 3, 10**6], ids=["whole", "in pieces", "by letters"])
async def test_a_key_is_hidden_whatever_is_between_its_letters(
    disguise: str, pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB", SECRET)
    shown = DISGUISES[disguise](SECRET)
    size = -(-len(shown) // pieces) or 1
    parts = [shown[at : at + size] for at in range(0, len(shown), size)]
    sent = [
        stream(*(chunk(part) for part in ("CLUE: ", *parts, " ok")), chunk(None, "stop")),
        stream(
            chunk("x"),
            *(event({"choices": [{"delta": {"reasoning_content": part}}]}) for part in parts),
            chunk(None, "stop"),
        ),
        stream(
            chunk([{"type": "text", "text": part} for part in ("CLUE: ", *parts, " ok")]),
            chunk(None, "stop"),
        ),
        stream(
            *(
                event({"choices": [{"delta": {"tool_calls": [
                    {"index": 0, "function": {"arguments": part}}]}}]})
                for part in parts
            ),
            chunk(None, "tool_calls"),
        ),
    ]  # fmt: skip
    log, seen, failures = RecordingLog(), list[Delta](), []
    with FakeOpenAI(sent) as server:
        for _ in sent:
            try:
                await ask(server, log, on_delta=seen.append, api_key_env="LAB")
            except ModelError as failure:
                failures.append(str(failure))
    texts = ["".join(d.text for d in seen), "".join(d.reasoning for d in seen), *failures]
    for outcome in log.outcomes:
        texts += [outcome.text, outcome.reasoning, outcome.raw.decode(), outcome.problem or ""]
        texts += [str(each) for each in outcome.notes.values()]
    for body in log.bodies:
        texts.append(body.body.decode())
        texts += _strings_of(body.body.decode())
    for outcome in (log.outcomes[0], log.outcomes[2]):
        assert letters(outcome.text).startswith("cluekey")
        assert outcome.text.endswith("ok")
    for text in texts:
        assert letters(shown) not in letters(text)


def _strings_of(body: str) -> list[str]:
    """The strings of a body by their member, joined."""
    found: dict[str, str] = {}

    def collect(pairs: list[tuple[str, object]]) -> dict[str, object]:
        for name, value in pairs:
            found[name] = found.get(name, "") + (value if isinstance(value, str) else "")
        return dict(pairs)

    for line in body.splitlines():
        with contextlib.suppress(ValueError):
            json.loads(line.removeprefix("data: "), object_pairs_hook=collect)
    return list(found.values())


@pytest.mark.parametrize("disguise", DISGUISES)
def test_next_to_nothing_of_a_long_key_is_shown(disguise: str) -> None:
    """Of long keys, fewer parts are searched: each part takes time to prepare."""
    key = "sk-proj-" + "".join(f"aB{number}dE{number * 7}gH" for number in range(15))
    shown = DISGUISES[disguise](key)
    left = letters(hide_keys(shown, spellings([key])).replace(REDACTED, ""))
    assert len(left) < len(letters(shown)) / 8


@pytest.mark.parametrize("between", ["", " ", ":", "=", "\n"])
def test_a_key_of_hexadecimal_digits_is_hidden_as_any_other(between: str) -> None:
    """Written in hexadecimal it has no letter: nothing but its length tells it from numbers."""
    key = "3fa91c0de45b87264d1e9f03ab7c6852"
    keys = spellings([key])
    digits = [f"{ord(each):02x}" for each in key]
    for shown in (between.join(key), between.join(digits), between.join(digits[:20])):
        assert hide_keys(f"it is {shown}!", keys) == f"it is {REDACTED}!"


@given(st.integers(0, len(SECRET)), st.sampled_from(["", "-", "\u200b"]))
def test_two_fields_never_show_both_halves_of_a_key(cut: int, between: str) -> None:
    halves = [between.join(half) for half in (SECRET[:cut], SECRET[cut:])]
    received = Answer(keys=spellings([SECRET]))
    received.take({"choices": [{"delta": {"reasoning": halves[0], "content": halves[1]}}]})
    received.take({"id": halves[0], "model": halves[1]})
    assert letters(SECRET) not in letters(received.reasoning + received.text)
    assert letters(SECRET) not in letters(f"{received.response_id}{received.model}")


innocent = st.text() | st.text("Sk-aB3dE6gH9jK2mN5pQ8sT1v -\n") | st.from_regex(r"[a-z ,.]{0,99}")


@given(innocent, st.lists(st.integers(0, 99)))
def test_an_innocent_answer_is_kept_whatever_the_keys(text: str, cuts: list[int]) -> None:
    keys = spellings([SECRET, "supersecretkey", "12345678"])
    assume(letters("supersecretkey") not in letters(text) and "12345678" not in letters(text))
    seen = letters(text)
    parts = {SECRET[at : at + 8].casefold() for at in range(len(SECRET))}
    assume(not any(letters(part) in seen for part in parts if len(letters(part)) > 5))
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    hidden = KeyFilter(keys)
    assert "".join(hidden.feed(text[a:b]) for a, b in pairwise(places)) + hidden.rest == text
    assert hide_keys(text, keys) == text
    body = json.dumps({"choices": [{"message": {"content": text}}]}).encode()
    assert scrubbed(body, keys) == body


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("correct-horse-battery", "Correct! Horse, batter"),
        ("supersecretkey", "a super secret key is SUPER-SECRET-KEY"),
        ("internationalization1", "internationalization, 1"[:20] + " is one word"),
        ("12345678", "1, 2, 3, 4, 5, 6, 7, 8"),
        ("taboo1234", "taboo: 1, 2, 3, 4"),
        ("elephant-walk-9", "An elephant. Walk, please."),
    ],
)
def test_words_and_numbers_are_not_taken_for_keys_with_separators(key: str, said: str) -> None:
    assert hide_keys(said, spellings([key])) == said
    assert hide_keys(f"it is {key.upper()}!", spellings([key])) == f"it is {REDACTED}!"


def test_the_time_to_search_grows_with_the_length_of_a_text() -> None:
    keys = spellings([SECRET])
    for unit in (SECRET[:-1], SECRET[0] + " " * 50, SECRET, "\u200b", '{"a": "b"}', "[[[[", '["'):
        started = time.process_time()
        text = unit * (200_000 // len(unit))
        hide_keys(text, keys)
        scrubbed(text.encode(), keys)
        hidden = KeyFilter(keys)
        for at in range(0, len(text), 7):
            hidden.feed(text[at : at + 7])
        assert time.process_time() - started < 20
