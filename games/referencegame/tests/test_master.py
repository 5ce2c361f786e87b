"""The rules: one expression, one answer, and what each seat is told and shown."""

from __future__ import annotations

import json

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import OBSERVER, REVEAL, Grids, Label, TextBlock, View
from tests.support.episodes import Episode, episode, notices
from tests.support.golden import golden_path, replayed

LANGUAGES = ("en", "de")
TAGS = {"en": ("Expression:", "Answer:"), "de": ("Ausdruck:", "Antwort:")}
OPTIONS = {"en": ("first", "second", "third"), "de": ("erstes", "zweites", "drittes")}

GRIDS = ["XXXXX/...../...../...../.....", "XXXX./...../...../...../.....",
         "XXX../...../...../...../....."]  # fmt: skip


def game(order: tuple[int, int, int] = (2, 3, 1), language: str = "en", **modes: str) -> Episode:
    """Start an episode in which the follower sees the giver's grids in this order."""
    data = {"grids": GRIDS, "order": list(order)}
    return episode("referencegame", language, data=data, parameters=modes)


def signs(view: View, block: str = "grids") -> list[str]:
    """Return the first row of each grid of a block, which identifies the grid."""
    found = view.block(block)
    assert isinstance(found, Grids)
    return ["".join(grid.cells[0]) for grid in found.grids]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_name_of_the_targets_place_wins_and_any_other_loses(language: str, place: int) -> None:
    expression, answer = TAGS[language]
    order: list[int] = [2, 3]
    order.insert(place, 1)
    for number, option in enumerate(OPTIONS[language]):
        for said in (option, option.upper(), str(number + 1)):
            played = game((order[0], order[1], order[2]), language)
            played.say(f"{expression} x", f"{answer} {said}")
            right = number == place
            assert played.verdicts == ["accepted", "accepted"]
            assert played.scores.outcome == ("success" if right else "lose")
            assert played.scores.main_score == (100 if right else 0)
            kind = "parse_correct" if right else "parse_wrong"
            assert played.log[-1] == (0, kind, said.lower())


def test_the_follower_gets_the_whole_answer_of_the_giver_in_its_prompt() -> None:
    played = game()
    played.say("expression:  a full top row\n\n")
    assert "\n\nexpression:  a full top row\n\n\n\nWhich of the grids" in played.said
    assert played.request.seat == "Player 2"


def test_each_prompt_has_the_grids_in_the_order_of_its_seat() -> None:
    played = game((2, 3, 1))
    giver = played.said
    rows = ["X X X X X\n", "X X X X ▢\n", "X X X ▢ ▢\n"]
    assert sorted(rows, key=giver.index) == rows
    played.say("Expression: x")
    follower = played.said
    assert sorted(rows, key=follower.index) == [rows[1], rows[2], rows[0]]


def test_signs_of_prompt_and_grids_are_the_same() -> None:
    """The prompt's explanation of "▢" applies to the grids below it."""
    played = game()
    for _ in range(2):
        assert '"X" stands for a filled cell and "▢" for an empty one' in played.said
        assert "□" not in played.said
        if played.request.seat == "Player 1":
            played.say("Expression: x")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        " Expression: x",
        "**Expression:** x",
        "Expression:",
        "Expression:\n\n",
        "Answer: x",
    ],
)
def test_an_expression_without_its_form_aborts(text: str) -> None:
    played = game()
    events = played.say(text)
    assert played.verdicts == ["malformed"]
    assert played.is_over()
    assert played.scores.outcome == "aborted"
    assert played.log == [(0, "invalid format", "Invalid generated expression")]
    for watcher in ("Player 1", "Player 2", OBSERVER):
        assert notices(events, watcher) == ["referencegame.said.no_expression"]


@pytest.mark.parametrize(
    "text", ["", "first", " Answer: first", "Answer: the first", "Answer: fourth", "Answer:"]
)
def test_an_answer_without_its_form_aborts(text: str) -> None:
    played = game()
    events = played.say("Expression: x", text)
    assert played.verdicts == ["accepted", "malformed"]
    assert played.scores.outcome == "aborted"
    assert notices(events, "Player 1") == ["referencegame.said.no_answer"]


def test_both_players_are_told_the_result() -> None:
    for answer, said in (("third", "won"), ("first", "lost")):
        played = game((2, 3, 1))
        events = played.say("Expression: x", f"Answer: {answer}")
        for watcher in ("Player 1", "Player 2", OBSERVER):
            assert notices(events, watcher) == [f"referencegame.said.{said}"]


def test_a_control_aborts_at_either_request() -> None:
    first, second = game(), game()
    first.control("gave up", "Player 1")
    second.say("Expression: x")
    second.control("time-out")
    for played, requests in ((first, 0), (second, 1)):
        assert played.scores.outcome == "aborted"
        assert played.scores.main_score is None
        assert played.scores.episode["Request Count"] == requests


def test_the_giver_sees_its_own_order_with_the_target_marked() -> None:
    played = game((2, 3, 1))
    view = played.master.view("Player 1")
    assert signs(view) == ["XXXXX", "XXXX▢", "XXX▢▢"]
    block = view.block("grids")
    assert isinstance(block, Grids)
    assert [grid.highlighted for grid in block.grids] == [True, False, False]


def test_the_follower_sees_its_own_order_without_a_mark_from_the_request_on() -> None:
    played = game((2, 3, 1))
    assert played.master.view("Player 2").blocks == ()
    played.say("Expression: a full top row")
    view = played.master.view("Player 2")
    assert signs(view) == ["XXXX▢", "XXX▢▢", "XXXXX"]
    block = view.block("grids")
    assert isinstance(block, Grids)
    assert not any(grid.highlighted for grid in block.grids)
    titles = [grid.title.values for grid in block.grids if isinstance(grid.title, Label)]
    assert titles == [
        {"number": 1, "name": "first"},
        {"number": 2, "name": "second"},
        {"number": 3, "name": "third"},
    ]
    text = view.block("expression")
    assert isinstance(text, TextBlock)
    assert text.text == "a full top row"


def test_at_the_end_both_orders_are_shown_with_the_target_and_the_answer() -> None:
    played = game((2, 3, 1))
    played.say("Expression: a full top row", "Answer: second")
    view = played.master.view(REVEAL)
    assert [block.id for block in view.blocks] == ["giver", "follower", "expression", "outcome"]
    assert signs(view, "giver") == ["XXXXX", "XXXX▢", "XXX▢▢"]
    assert signs(view, "follower") == ["XXXX▢", "XXX▢▢", "XXXXX"]
    follower = view.block("follower")
    assert isinstance(follower, Grids)
    assert [grid.highlighted for grid in follower.grids] == [False, False, True]
    assert view.value("outcome", "answer") == "second"


def marks(played: Episode, block: str) -> list[str]:
    """Return the mark of each grid of a block at the end; most have none."""
    found = played.master.view(REVEAL).block(block)
    assert isinstance(found, Grids)
    return [each.mark.id.rpartition(".")[2] if each.mark else "" for each in found.grids]


def tones(played: Episode, block: str) -> list[str]:
    """Return the tone of each grid of a block at the end."""
    found = played.master.view(REVEAL).block(block)
    assert isinstance(found, Grids)
    return [each.tone for each in found.grids]


@pytest.mark.parametrize("answer", ["first", "1", "FIRST, I guess"])
def test_at_the_end_the_wrong_choice_and_the_target_are_marked_for_both_sides(answer: str) -> None:
    """On the giver's side, the title already identifies the target."""
    played = game((2, 3, 1))
    played.say("Expression: a full top row", f"Answer: {answer}")
    assert marks(played, "follower") == ["chosen", "", "target"]
    assert tones(played, "follower") == ["bad", "plain", "good"]
    assert marks(played, "giver") == ["", "chosen", ""]
    assert tones(played, "giver") == ["plain", "bad", "plain"]


def test_at_the_end_the_right_choice_is_marked_as_found_for_both_sides() -> None:
    played = game((2, 3, 1))
    played.say("Expression: a full top row", "Answer: third")
    assert marks(played, "follower") == ["", "", "found"]
    assert marks(played, "giver") == ["found", "", ""]
    assert tones(played, "giver")[0] == tones(played, "follower")[2] == "good"


def test_where_nothing_was_chosen_the_target_alone_is_marked() -> None:
    played = game((2, 3, 1))
    played.say("Expression: a full top row", "the third")
    assert played.scores.outcome == "aborted"
    assert marks(played, "follower") == ["", "", "target"]
    assert marks(played, "giver") == ["", "", ""]


def test_the_form_of_the_giver_writes_the_tag() -> None:
    played = game()
    form = played.request.form
    assert form is not None
    assert form.compose({"expression": "the top row is full"}) == "Expression: the top row is full"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_of_the_follower_offers_the_names_of_the_language(language: str) -> None:
    expression, answer = TAGS[language]
    played = game((2, 3, 1), language)
    played.say(f"{expression} x")
    form = played.request.form
    assert form is not None
    (field,) = form.fields
    assert [option.value for option in field.options] == list(OPTIONS[language])  # type: ignore[union-attr]
    played.say(form.compose({"answer": OPTIONS[language][2]}))
    assert played.scores.outcome == "success"
    assert form.compose({"answer": "x"}).startswith(answer)


@pytest.mark.parametrize("language", [*LANGUAGES, "ar", "ja", "ru"])
def test_the_golden_transcript(language: str) -> None:
    """To regenerate it: ``python -m tests.support.golden referencegame``."""
    golden = json.loads(golden_path("referencegame", language).read_text("utf-8"))
    assert json.loads(json.dumps(replayed(golden))) == golden


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_cannot_detect_what_they_may_not_know(language: str) -> None:
    """What a seat may not know affects neither its texts nor its board.

    Another order for the follower changes nothing for the giver, another target nothing for the
    follower; both change which answer wins.
    """
    found = open_catalogue().game("referencegame")
    base = game((2, 3, 1), language)
    for seat in ("Player 1", "Player 2"):
        other = Episode(found, found.swapped(base.instance, seat), base.texts)
        one = game((2, 3, 1), language)
        for episode_ in (one, other):
            episode_.say(f"{TAGS[language][0]} x") if seat == "Player 2" else None
        assert one.said == other.said
        assert one.master.view(seat) == other.master.view(seat)
        for episode_ in (one, other):
            if seat == "Player 1":
                episode_.say(f"{TAGS[language][0]} x")
            episode_.say(f"{TAGS[language][1]} 3")
        assert (one.scores.outcome, other.scores.outcome) == ("success", "lose")
