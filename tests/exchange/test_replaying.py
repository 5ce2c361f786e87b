"""Replaying given responses verbatim: no player is asked and nothing is recorded."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import Catalogue, Collection
from clemtui.engine import MAIN_SCORE
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.planning.plan import Choices
from clemtui.exchange.replaying import replay_cases, replay_file, replay_report, responses_from
from clemtui.resources import bundled_collection
from tests.support.families import CONTRACT_GAMES

FIELDS = [
    "game",
    "experiment",
    "game_id",
    "state",
    "outcome",
    "aborted",
    "success",
    "lose",
    "main_score",
    "episode_scores",
    "turn_scores",
    "rounds",
    "requests",
    "log",
    "interaction_keys",
]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue([Collection.at(bundled_collection()), Collection.at(CONTRACT_GAMES)])


@pytest.fixture
def replay(catalogue: Catalogue, tmp_path: Path) -> Any:
    """Return a function that replays responses on the first instance of a game."""

    def run(game: str, responses: object) -> dict[str, Any]:
        file = tmp_path / "responses.json"
        file.write_text(json.dumps(responses), "utf-8")
        return replay_file(catalogue, Choices(game=game), file)

    return run


def test_both_forms_of_responses_mean_the_same(replay: Any) -> None:
    by_seat = {"Player 1": ["CLUE: drink", "CLUE: hot"], "Player 2": ["GUESS: tea", "GUESS: no"]}
    in_turn = [
        {"seat": "Player 1", "text": "CLUE: drink"},
        {"seat": "Player 2", "text": "GUESS: tea"},
        {"seat": "Player 1", "text": "CLUE: hot"},
        {"seat": "Player 2", "text": "GUESS: no"},
    ]
    one, two = replay("taboo", by_seat), replay("taboo", in_turn)
    assert one == two
    assert list(one) == FIELDS
    assert [r["response"] for r in one["requests"]] == [item["text"] for item in in_turn]


def test_a_request_is_everything_that_the_seat_was_shown(replay: Any) -> None:
    report = replay("taboo", {"Player 1": ["CLUE: one", "CLUE: two"], "Player 2": ["GUESS: three"]})
    third = report["requests"][2]
    assert list(third) == ["seat", "role", "messages", "response"]
    assert (third["seat"], third["role"]) == ("Player 1", "WordDescriber")
    assert [m["role"] for m in third["messages"]] == ["user", "assistant", "user"]
    assert [m["content"] for m in third["messages"][1:]] == ["CLUE: one", "GUESS: three"]


def test_too_few_responses_leave_the_state_running(replay: Any) -> None:
    report = replay("taboo", {"Player 1": ["CLUE: one"], "Player 2": []})
    assert report["state"] == "running"
    for name in ("outcome", "aborted", "success", "lose", "main_score"):
        assert report[name] is None
    assert (report["episode_scores"], report["turn_scores"]) == (None, None)
    assert len(report["requests"]) == 1
    assert report["log"]


@pytest.mark.parametrize("responses", [{}, []])
def test_no_responses_at_all(responses: object, replay: Any) -> None:
    report = replay("wordle", responses)
    assert (report["state"], report["requests"]) == ("running", [])


def test_unused_responses_are_ignored(replay: Any) -> None:
    few = {"Player 1": ["no tag at all"]}
    many = {"Player 1": ["no tag at all", "CLUE: x"], "Player 2": ["GUESS: y"], "Player 9": ["z"]}
    assert replay("taboo", few) == replay("taboo", many)


def test_what_is_not_a_number_is_null(replay: Any) -> None:
    report = replay("taboo", {"Player 1": ["no tag at all"]})
    assert (report["state"], report["outcome"], report["aborted"]) == ("finished", "aborted", 1)
    assert report["main_score"] is None
    assert report["episode_scores"][MAIN_SCORE] is None
    json.dumps(report, allow_nan=False)


@pytest.mark.parametrize("game", ["taboo", "wordle", "sealed"])
def test_text_is_delivered_verbatim(game: str, replay: Any) -> None:
    text = " \n\tCLUE: blank\u00a0\u2028 \r\n"
    report = replay(game, {"Player 1": [text]})
    assert report["requests"][0]["response"] == text


def test_simultaneous_requests_use_each_seats_responses(catalogue: Catalogue) -> None:
    game = catalogue.game("sealed")
    instance = catalogue.experiments("sealed")[0].instances[0]
    texts = catalogue.texts(instance, "en")
    report = replay_report(
        game, instance, texts, {"Player 2": ["BID: 2", "BID: 4"], "Player 1": ["BID: 1"]}
    )
    assert [(r["seat"], r["response"]) for r in report["requests"]] == [
        ("Player 1", "BID: 1"),
        ("Player 2", "BID: 2"),
        ("Player 2", "BID: 4"),
    ]
    assert report["state"] == "running"


def test_there_is_no_limit(catalogue: Catalogue) -> None:
    game = catalogue.game("tidy")
    instance = catalogue.experiments("tidy")[0].instances[0]
    report = replay_report(
        game, instance, catalogue.texts(instance, "en"), {"Player 1": ["no"] * 1000}
    )
    assert (report["state"], len(report["requests"])) == ("running", 1000)


@pytest.mark.parametrize(
    "document",
    [7, None, "text", {"Player 1": "text"}, {"Player 1": [7]}, ["text"], [{"seat": "Player 1"}],
     [{"seat": 1, "text": "x"}]],
)  # fmt: skip
def test_invalid_document_is_rejected_with_its_place(document: object) -> None:
    with pytest.raises(UsageError, match=r"^r\.json: responses must be "):
        responses_from(document, "r.json")


def test_missing_or_invalid_file(catalogue: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="file not found: "):
        replay_file(catalogue, Choices(game="taboo"), tmp_path / "no.json")
    (tmp_path / "bad.json").write_text("{", "utf-8")
    with pytest.raises(UsageError, match=r"bad\.json: not JSON"):
        replay_file(catalogue, Choices(game="taboo"), tmp_path / "bad.json")
    with pytest.raises(PlayError, match="cannot be read"):
        replay_file(catalogue, Choices(game="taboo"), tmp_path)


# Many cases in one file


def case(**changes: object) -> dict[str, object]:
    """Return a valid case on a bundled file."""
    return {
        "name": "sound",
        "game": "sealed",
        "instances": str(CONTRACT_GAMES / "games/sealed/instances/instances.json"),
        "experiment": "two_lots",
        "game_id": 0,
        "responses": {"Player 1": ["BID: 5"]},
        **changes,
    }


def cases(catalogue: Catalogue, folder: Path, lines: Sequence[object]) -> list[dict[str, Any]]:
    """Return the results for some lines, given as text or as objects."""
    file = folder / "cases.jsonl"
    texts = [x if isinstance(x, str) else json.dumps(x, ensure_ascii=False) for x in lines]
    file.write_text("\n".join(texts) + "\n", "utf-8", newline="\n")
    return list(replay_cases(catalogue, file))


def test_each_case_gives_a_named_result(catalogue: Catalogue, tmp_path: Path) -> None:
    answers = cases(catalogue, tmp_path, [case(), "", case(name="two", game_id=1)])
    assert [answer["name"] for answer in answers] == ["sound", "two"]
    assert [list(answer) for answer in answers] == [["name", *FIELDS]] * 2


def test_line_separators_inside_a_text_do_not_end_a_line(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    """A line of JSON may contain them unescaped: only line feeds separate cases."""
    text = "BID: a\u2028b\u0085c"
    (answer,) = cases(catalogue, tmp_path, [case(responses={"Player 1": [text]})])
    assert answer["requests"][0]["response"] == text


WRONG: Mapping[str, tuple[str | Mapping[str, object], str]] = {
    "no JSON": ("{", ": not JSON: "),
    "no object": ("[]", "a case must be an object"),
    "no game": ({"game": None}, "'game' is missing or not of type str"),
    "number as text": ({"game_id": "0"}, "'game_id' is missing or not of type int"),
    "number as truth": ({"game_id": True}, "'game_id' is missing or not of type int"),
    "unknown game": ({"game": "tabu"}, "unknown game 'tabu'"),
    "unknown experiment": ({"experiment": "x"}, "unknown experiment 'x'"),
    "unknown number": ({"game_id": 999}, "has no game id 999"),
    "bare name": ({"instances": "instances"}, "give your checkout with --clembench DIR"),
    "no file": ({"instances": "./no/where.json"}, "/no/where.json"),
    "responses": ({"responses": 7}, "cases.jsonl, line 2: responses must be"),
}


@pytest.mark.parametrize("what", WRONG)
def test_invalid_case_does_not_stop_the_others(
    what: str, catalogue: Catalogue, tmp_path: Path
) -> None:
    change, expected = WRONG[what]
    wrong = change if isinstance(change, str) else case(name="wrong", **change)
    before, answer, after = cases(catalogue, tmp_path, [case(), wrong, case(name="after")])
    assert list(answer) == ["name", "error"]
    assert answer["name"] == ("wrong" if isinstance(wrong, dict) else None)
    assert expected in answer["error"]
    assert (before["state"], after["state"]) == ("running", "running")


def test_a_bare_name_is_looked_up_in_a_checkout_of_the_reference(
    catalogue: Catalogue, shared: Path, tmp_path: Path
) -> None:
    file = tmp_path / "cases.jsonl"
    lines = [
        case(
            game="taboo", instances=name, experiment="high_en", responses={"Player 1": ["CLUE: x"]}
        )
        for name in ("instances", "instances.json")
    ]
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    one, two = replay_cases(catalogue, file, shared / "clembench")
    assert one == two
    assert one["state"] == "running"
    official = json.loads((shared / "clembench/taboo/in/instances.json").read_text("utf-8"))
    prompt = official["experiments"][0]["describer_initial_prompt"]
    start = prompt.partition("$")[0]
    assert one["requests"][0]["messages"][0]["content"].startswith(start)


def test_missing_file_of_cases(catalogue: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="file not found: "):
        list(replay_cases(catalogue, tmp_path / "no.jsonl"))
