"""The contract games conform, and each shows the feature it exists for."""

from __future__ import annotations

import tomllib

import pytest

from clemtui.engine import (
    MAIN_SCORE,
    OBSERVER,
    REVEAL,
    Control,
    Message,
    Response,
    Text,
    ToolCall,
    ToolResult,
    feed,
    replay,
)
from clemtui.kit import CHECKS
from tests.support.families import contract_catalogue, contract_subject, contract_subjects

GAMES = ("aside", "moot", "pantry", "sealed", "tidy", "whisper")


def test_the_collection_has_no_problems() -> None:
    catalogue = contract_catalogue()
    assert tuple(card.id for card in catalogue.cards) == GAMES
    for game in GAMES:
        assert "en" in catalogue.languages(game)
    assert catalogue.languages("sealed") == ("de", "en")
    assert catalogue.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_that_changed_have_a_new_version(game: str) -> None:
    """``versions.toml`` pins the rules hash of every version."""
    family = contract_catalogue().family(game)
    pinned = tomllib.loads((family.folder / "versions.toml").read_text(encoding="utf-8"))
    card = contract_catalogue().card(game)
    assert family.rules_hash in pinned[game][card.version]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", GAMES)
def test_contract_games_conform(game: str, check: str) -> None:
    for subject in contract_subjects(game):
        CHECKS[check](subject)


def test_side_questions_stay_out_of_the_dialogue_and_turns_are_inserted() -> None:
    subject = contract_subject("aside")
    promise = Message("assistant", (Text(subject.texts.prompt("promise")),))
    master = subject.game.start(subject.instance, subject.texts)

    (first,) = master.pending()
    assert first.purpose == "side question"
    assert [m.role for m in first.messages] == ["user", "assistant", "user"]
    assert first.messages[1] == promise
    assert first.new_from == 0

    master.submit(Response.of(first.id, "ASIDE: no"))
    (second,) = master.pending()
    assert second.purpose == "side question"
    assert second.messages[:2] == first.messages[:2]
    assert len(second.messages) == 3
    assert second.new_messages == second.messages[2:]

    master.submit(Response.of(second.id, "ASIDE: no"))
    (visitor,) = master.pending()
    assert visitor.purpose == "turn"
    assert len(visitor.messages) == 3
    assert visitor.messages[1] == promise
    assert "ASIDE: no" not in [m.text for m in visitor.messages]
    assert visitor.new_messages == visitor.messages[2:]


def test_neither_bid_is_visible_before_both_are_in() -> None:
    subject = contract_subject("sealed")
    master = subject.game.start(subject.instance, subject.texts)
    one, two = master.pending()
    assert (one.seat, two.seat) == ("Player 1", "Player 2")
    before = master.view("Player 2")

    events = master.submit(Response.of(one.id, "BID: 1234\nREMARK: mine"))
    assert master.pending() == (two,)
    assert [event for event in events if event.visible_to("Player 2")] == []
    assert master.view("Player 2") == before

    master.submit(Response.of(two.id, "BID: 1000"))
    opened = [r.new_messages[-1].text for r in master.pending()]
    assert "1000" in opened[0]
    assert "1234" in opened[1]
    assert "mine" in opened[1]


def test_bids_may_come_in_any_order() -> None:
    subject = contract_subject("sealed")
    results = []
    for order in (("Player 1", "Player 2"), ("Player 2", "Player 1")):
        master = subject.game.start(subject.instance, subject.texts)
        while pending := {request.seat: request for request in master.pending()}:
            for seat in order:
                master.submit(
                    Response.of(pending[seat].id, "BID: 700" if seat[-1] == "1" else "BID: 9")
                )
        results.append((subject.game.score(master), master.view(REVEAL)))
    assert results[0] == results[1]


def test_two_advocates_may_be_watched_and_a_judge_decides() -> None:
    subject = contract_subject("moot")
    played = feed(
        subject.game,
        subject.instance,
        subject.texts,
        {
            "Player 1": ["A bridge, please."],
            "Player 2": ["No, books."],
            "Player 3": ["the second", "FOR: second\nGROUNDS: kind, clear\nREASON:"],
        },
    )
    first, second, refused, ruling = (exchange.request for exchange in played.exchanges)
    assert first.stream_to == {"Player 2", "Player 3"}
    assert "A bridge, please." in second.messages[0].text
    assert "A bridge, please." in refused.messages[1].text
    assert refused.stream_to == ruling.stream_to == frozenset()
    assert played.master.finished
    scores = subject.game.score(played.master)
    assert scores.seats["Player 2"] == {"Won": 1}
    assert scores.main_score == 100


def test_penalties_end_only_at_the_response_limit() -> None:
    subject = contract_subject("tidy")
    played = feed(subject.game, subject.instance, subject.texts, {"Player 1": ["nonsense"] * 500})
    assert len(played.exchanges) == 500
    assert not played.master.finished

    played.master.submit(Control("response limit"))
    scores = subject.game.score(played.master)
    assert played.master.pending() == ()
    assert (scores.aborted, scores.main_score) == (1, None)
    assert scores.episode["Penalties"] == 500


def test_tools_may_be_called_or_named_in_text() -> None:
    subject = contract_subject("pantry")
    call = ToolCall("c1", "take", {"box": "a1"})
    extra = ToolCall("c2", "take", {"box": "c3"})
    shelves = Text('{"ok": true, "thing": "kx41"}')
    by_call = replay(
        subject.game,
        subject.instance,
        subject.texts,
        [Response(1, (call, extra)), Response(2, (shelves,))],
    )
    by_text = replay(
        subject.game,
        subject.instance,
        subject.texts,
        [Response.of(1, "TAKE: a1"), Response(2, (shelves,))],
    )
    (asked,) = by_call.master.pending()
    assert [tool.name for tool in asked.tools] == ["take", "put", "say"]
    assert asked.messages[1] == Message("assistant", (call, extra))
    done, refused = asked.messages[2].parts
    assert done == ToolResult("c1", subject.texts.prompt("done", thing="kx41"))
    assert isinstance(refused, ToolResult)
    assert (refused.call_id, refused.failed) == ("c2", True)
    assert by_text.master.view("Player 1") == by_call.master.view("Player 1")


async def test_service_is_asked_like_a_seat_and_restored_from_exchanges() -> None:
    subject = contract_subject("pantry")
    game = subject.game
    master = game.start(subject.instance, subject.texts)
    master.submit(Response.of(1, "TAKE: a1"))
    (request,) = master.pending()
    assert (request.seat, request.purpose) == ("Shelves", "service")
    service = game.service("Shelves", subject.instance)
    answer = Response(request.id, await service.respond(request))
    master.submit(answer)
    master.submit(Response.of(3, "TAKE: a1"))
    (again,) = master.pending()

    restored = game.service("Shelves", subject.instance)
    restored.restore([(request, answer)])
    assert await restored.respond(again) == await service.respond(again)
    fresh = game.service("Shelves", subject.instance)
    assert await fresh.respond(again) != await service.respond(again)


def test_plan_is_stripped_before_relaying() -> None:
    subject = contract_subject("whisper")
    played = feed(
        subject.game,
        subject.instance,
        subject.texts,
        {"Player 1": ["PLAN: lead them astray\nover two lines\nCLUE: old\nCLUE: woman"]},
    )
    request = played.exchanges[0].request
    (seeker,) = played.master.pending()
    assert request.form is not None
    assert request.form.private == {"plan"}
    assert request.stream_to == seeker.stream_to == frozenset()
    assert "old\nwoman" in seeker.messages[0].text
    assert "astray" not in seeker.messages[0].text
    seen = [e for e in played.master.events if "astray" in str(e.content)]
    assert [event.audience for event in seen] == [{"Player 1", OBSERVER}]


def test_clue_containing_the_word_loses() -> None:
    subject = contract_subject("whisper")
    texts = {"Player 1": ["PLAN:\nCLUE: Crone!"]}
    played = feed(subject.game, subject.instance, subject.texts, texts)
    scores = subject.game.score(played.master)
    assert (scores.aborted, scores.lose, scores.episode[MAIN_SCORE]) == (0, 1, 0)
    assert [e.verdict.kind for e in played.master.events if e.verdict] == ["violation"]
