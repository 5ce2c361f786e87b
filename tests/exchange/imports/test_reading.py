"""Reading an episode's folder: the files of each version of the format, in one shape."""

from __future__ import annotations

import json
import math
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.exchange.imports.exchanges import exchanges
from clemtui.exchange.imports.logged import LoggedEpisode
from clemtui.exchange.imports.reading import read_episode
from clemtui.exchange.imports.results_tree import LOG, UnreadableEpisode, find_episodes, path_names
from tests.exchange.reference_trees import (
    ABORTED,
    INSTANCES,
    WON,
    WON_SCORES,
    message,
    response,
    turns,
    with_scores,
    write,
    write_line_1,
    write_line_2,
    write_line_3,
)

GAMES = frozenset({"taboo", "wordle", "privateshared"})


def read(folder: Path, root: Path) -> LoggedEpisode:
    return read_episode(folder, root, GAMES)


def test_line_3_is_self_contained(tmp_path: Path) -> None:
    found = read(write_line_3(tmp_path), tmp_path)
    assert (found.line, found.version) == (3, "clemcore-3.7.2")
    assert (found.game, found.experiment, found.game_id) == ("taboo", "tiny_en", 4)
    assert found.path == "one-7b--two-70b/taboo/tiny_en/instance_00004"
    assert [(p.seat, p.role, p.kind, p.name) for p in found.players] == [
        ("Player 1", "WordDescriber", "model", "one-7b"),
        ("Player 2", "WordGuesser", "model", "two-70b"),
    ]
    assert found.players[0].parameters["gen_args"] == {"temperature": 0.5, "max_tokens": 300}
    assert found.instance == INSTANCES[0]
    assert set(found.files) == {
        "interactions.json",
        "instance.json",
        "experiment.json",
        "scores.json",
    }


def test_line_2_is_read_from_its_path(tmp_path: Path) -> None:
    """The experiment's number is dropped; the episode's number is a position, not a game id."""
    found = read(write_line_2(tmp_path, position=7), tmp_path)
    assert (found.line, found.version) == (2, "clembench-2.0")
    assert (found.game, found.experiment) == ("taboo", "tiny_en")
    assert (found.game_id, found.position) == (None, 7)
    assert [(p.role, p.kind, p.name) for p in found.players] == [
        ("Describer", "model", "gpt-x"),
        ("Guesser", "model", "gpt-x"),
    ]
    assert found.players[0].parameters["gen_args"] == {"temperature": 0.0}


def test_the_first_versions_had_the_models_below_the_experiment(tmp_path: Path) -> None:
    found = read(write_line_1(tmp_path), tmp_path)
    assert (found.line, found.game, found.experiment) == (0, "taboo", "tiny_en")
    assert [(p.role, p.name) for p in found.players] == [
        ("Word Describer", "gpt-y"),
        ("Word Guesser", "gpt-z"),
    ]


@pytest.mark.parametrize(
    ("said", "kind", "name"),
    [
        ({"game_role": "Guesser", "model_name": "human"}, "human", ""),
        ({"game_role": "Guesser", "model_name": "terminal"}, "human", ""),
        ({"game_role": "Guesser", "model_name": "mock"}, "scripted", "reference mock"),
        ("Player B: Judge (Programmatic)", "service", "reference programmatic"),
        ("Word Guesser (gpt-4-0613)", "model", "gpt-4-0613"),
        ("PathGuesser, programmatic", "service", "reference programmatic"),
        ("Questioner: Programmatic", "service", "reference programmatic"),
        ("Answerer: gpt-4-0613", "model", "gpt-4-0613"),
        ("Guesser", "model", "two-70b"),
        (None, "model", "two-70b"),
    ],
)
def test_who_played(tmp_path: Path, said: Any, kind: str, name: str) -> None:
    """If the log names no one, the name of the models' folder is used."""
    folder = write_line_3(tmp_path)
    log = json.loads((folder / LOG).read_text("utf-8"))
    log["players"]["Player 2"] = said
    write(folder / LOG, log)
    player = read(folder, tmp_path).players[1]
    assert (player.kind, player.name) == (kind, name)


def test_keys_that_name_only_the_models(tmp_path: Path) -> None:
    """Reference and drawing games did so until 2.0; their events say ``Player 1``."""
    said = {"GM": "Game master for taboo", "Player_1": "gpt-4-0613", "Player_2": "gpt-x"}
    found = read(write_line_2(tmp_path, said=said), tmp_path)
    assert [(player.seat, player.name) for player in found.players] == [
        ("Player 1", "gpt-4-0613"),
        ("Player 2", "gpt-x"),
    ]


def test_programs_among_themselves_are_players(tmp_path: Path) -> None:
    folder = write_line_3(tmp_path, names=("programmatic", "programmatic"))
    assert [player.kind for player in read(folder, tmp_path).players] == ["scripted", "scripted"]


def test_messages_and_responses_by_seat(tmp_path: Path) -> None:
    found = read(write_line_3(tmp_path), tmp_path)
    assert found.messages_to["Player 1"][1] == "GUESS: coast"
    assert found.responses["Player 2"] == ("GUESS: coast", "GUESS: river")
    assert found.started_at == datetime(2025, 3, 1, 10, 0, 0, 250000)  # noqa: DTZ001


def test_requests_contain_the_conversation_so_far(tmp_path: Path) -> None:
    """The log has each message once; the describer's second request has three."""
    found = exchanges(read(write_line_3(tmp_path), tmp_path))
    second = found[2]
    assert [(m.role, m.text) for m in second.request.messages] == [
        ("user", WON[0][0][3]),
        ("assistant", "CLUE: it runs to the sea"),
        ("user", "GUESS: coast"),
    ]
    assert second.request.new_from == 2
    assert second.response == "CLUE: the Nile is one"
    assert [each.request.id for each in found] == [1, 2, 3, 4]


def test_unanswered_message_is_an_open_request(tmp_path: Path) -> None:
    rounds = (*WON, (message("Player 1", "That was it."),))
    last = exchanges(read(write_line_3(tmp_path, rounds), tmp_path))[-1]
    assert last.request.new_messages[-1].text == "That was it."
    assert last.response is None


def calls(*said: tuple[list[str], str]) -> dict[str, Any]:
    """Return a file of calls: the prompt's messages, alternately user and assistant, and the
    answer."""
    return {
        "meta": {"player_name": "Player 1"},
        "calls": [
            {
                "round": 0,
                "call": {
                    "timestamp": "2025-03-01T10:00:01",
                    "manipulated_prompt_obj": [
                        {"role": "assistant" if place % 2 else "user", "content": text}
                        for place, text in enumerate(prompt)
                    ],
                    "raw_response_obj": {
                        "clem_player": {
                            "call_start": "2025-03-01T10:00:00.500000",
                            "call_duration": 0.75,
                            "response": answer,
                        }
                    },
                },
            }
            for prompt, answer in said
        ],
    }


def test_calls_add_side_questions_prompts_and_times(tmp_path: Path) -> None:
    """Side questions are not in the log; they are inserted before the answer that followed them."""
    rounds = ((message("Player 1", "What now?"), response("Player 1", "ANSWER: tea")),)
    folder = write_line_3(tmp_path, rounds, names=("solo",), roles=("Answerer",))
    asked = (["You want tea.", "Ok.", "ME: do they know?"], "ASIDE: no")
    answered = (["You want tea.", "Ok.", "What now?"], "ANSWER: tea")
    write(folder / "player_1.requests.json", calls(asked, answered))
    side, turn = exchanges(read(folder, tmp_path))
    assert (side.request.purpose, side.response) == ("side question", "ASIDE: no")
    assert (turn.request.purpose, turn.response) == ("turn", "ANSWER: tea")
    assert [m.text for m in turn.request.messages] == ["You want tea.", "Ok.", "What now?"]
    assert (side.request.new_from, turn.request.new_from) == (0, 2)
    assert turn.seconds == 0.75


def test_inserted_turns_are_not_responses(tmp_path: Path) -> None:
    """privateshared starts with an "Ok." that no one said; older logs do not label it."""
    rounds = (
        (
            message("Player 1", "You want tea."),
            response("Player 1", "Ok."),
            message("Player 1", "What?"),
        ),
    )
    found = read(write_line_2(tmp_path, rounds, game="privateshared"), tmp_path)
    assert found.responses == {}
    (request,) = [each.request for each in exchanges(found)]
    assert [m.text for m in request.messages] == ["You want tea.", "Ok.", "What?"]


def test_scores_with_nan_and_lists(tmp_path: Path) -> None:
    """NaN becomes None; what is not a number is omitted; turns may be called rounds."""
    scores = with_scores(WON_SCORES, Main_Score=math.nan, Success=math.nan, Moves=[1, 2])
    scores["round scores"] = scores.pop("turn scores")
    found = read(write_line_3(tmp_path, scores=scores), tmp_path).scores
    assert found is not None
    assert (found.aborted, found.success, found.lose, found.main_score) == (0, None, 0, None)
    assert "Moves" not in found.episode
    assert found.turns["1"]["Accuracy"] == 1


def test_a_broken_file_beside_the_log_is_noted_and_the_episode_is_read(tmp_path: Path) -> None:
    folder = write_line_3(tmp_path)
    (folder / "scores.json").write_text("{", "utf-8")
    (folder / "instance.json").write_text("[]", "utf-8")
    found = read(folder, tmp_path)
    assert found.scores is None
    assert [note.split(" ")[0] for note in found.notes] == ["instance.json", "scores.json"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "interactions.json is not JSON"),
        ("[" * 100_000, "interactions.json is not JSON"),
        ("[]", "must be an object"),
        ('{"turns": 3}', "'turns' must be a list"),
        ('{"turns": [3]}', "round 0 must be a list"),
        ('{"turns": [[3]]}', "has no 'action'"),
        ('{"turns": [[{"action": {}}]]}', "must have 'from', 'to' and 'type'"),
        ('{"turns": []}', "neither messages nor answers"),
        ("\ufeff\udcff", "is not JSON"),
    ],
)
def test_invalid_log_gives_one_line_error(tmp_path: Path, content: str, said: str) -> None:
    folder = tmp_path / "m" / "taboo" / "e" / "episode_1"
    folder.mkdir(parents=True)
    (folder / LOG).write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(UnreadableEpisode, match=said) as error:
        read(folder, tmp_path)
    assert "\n" not in str(error.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
PLACES = st.sampled_from(
    [
        *[("meta",), ("players",), ("player_models",), ("turns",), ("meta", "game_id")],
        *[("players", "Player 1"), ("player_models", "0", "model_spec"), ("turns", 0)],
        *[("turns", 0, 1), ("turns", 0, 1, "action"), ("turns", 0, 1, "timestamp")],
        *[("turns", 0, 1, "action", "content"), ("turns", 0, 1, "from"), ("meta", "clemtui")],
        *[("turns", 0, 0, "action", "label"), ("meta", "clem_version"), ("probes",)],
    ]
)


@example(place=("meta", "clem_version"), value="²")  # a digit that is no number
@given(place=PLACES, value=JSON)
def test_any_log_is_read_or_rejected_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, place: tuple[Any, ...], value: Any
) -> None:
    root = tmp_path_factory.mktemp("tree")
    folder = write_line_3(root)
    log = json.loads((folder / LOG).read_text("utf-8"))
    inner = log
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    write(folder / LOG, log)
    refused = ""
    try:
        found = exchanges(read(folder, root))
    except UnreadableEpisode as error:
        refused, found = str(error), ()
    assert found or refused
    assert "\n" not in refused


@given(name=st.sampled_from(["scores", "instance", "player_1.requests"]), value=JSON)
def test_invalid_neighbour_files_do_not_prevent_reading(
    tmp_path_factory: pytest.TempPathFactory, name: str, value: Any
) -> None:
    root = tmp_path_factory.mktemp("tree")
    folder = write_line_3(root)
    write(folder / f"{name}.json", value)
    found = read(folder, root)
    assert len(exchanges(found)) == 4
    assert all("\n" not in note for note in found.notes)


def test_episodes_are_found_in_any_layout_and_in_order(tmp_path: Path) -> None:
    write_line_1(tmp_path)
    for number in (10, 9):
        write_line_2(tmp_path, position=number)
    write_line_3(tmp_path, ABORTED, game_id=5)
    found = [path.relative_to(tmp_path).as_posix() for path in find_episodes(tmp_path, [])]
    assert found == [
        "one-7b--two-70b/taboo/tiny_en/instance_00005",
        "v0.9/taboo/0_tiny_en/gpt-y--gpt-z/episode_0",
        "v2.0/gpt-x-t0.0--gpt-x-t0.0/taboo/0_tiny_en/episode_9",
        "v2.0/gpt-x-t0.0--gpt-x-t0.0/taboo/0_tiny_en/episode_10",
    ]


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("results/m/taboo/high_de/instance_00001", "de"),
        ("runs/tr/m/dond/coop/instance_00001", "tr"),
        ("results/m/dond/coop/instance_00001", None),
        ("results/m/taboo/high_xx/instance_00001", None),
    ],
)
def test_language_from_path(path: str, language: str | None) -> None:
    assert path_names(Path("/") / path, GAMES).language == language


def test_identity_does_not_depend_on_the_location(tmp_path: Path) -> None:
    """An episode is identified by its log and the last names of its path, wherever it is."""
    here, there = tmp_path / "here", tmp_path / "there" / "deeper"
    one, same = read(write_line_3(here), here), read(write_line_3(there), there)
    assert one.identity == same.identity
    other = read(write_line_3(tmp_path, names=("a", "b")), tmp_path)
    assert other.identity != one.identity
    log = turns(ABORTED, labelled=True)
    write(there / "x" / LOG, {"players": {}, "turns": log})
    assert read(there / "x", there).identity != one.identity
