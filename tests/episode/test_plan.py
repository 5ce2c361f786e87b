"""Planning: sensible defaults, and one clear line for every invalid choice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import Catalogue, Collection
from clemtui.config import Settings
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.plan import Choices, EpisodePlan, ModelOverrides, plan_episode
from clemtui.players.llm.parameters import ModelParameters
from clemtui.resources import bundled_collection
from tests.support.families import CONTRACT_GAMES

SETTINGS = Settings(models={"small": ModelParameters(model="openai/smollm2", max_tokens=50)})


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue([Collection.at(bundled_collection()), Collection.at(CONTRACT_GAMES)])


def plan(catalogue: Catalogue, **wanted: Any) -> EpisodePlan:
    return plan_episode(catalogue, SETTINGS, Choices(**{"person": "Ann", **wanted}))


def kinds(planned: EpisodePlan) -> list[str]:
    return [seat.kind for seat in planned.seats]


def test_a_game_is_all_that_must_be_named(catalogue: Catalogue) -> None:
    planned = plan(catalogue, game="taboo")
    assert kinds(planned) == ["human", "scripted"]
    assert planned.seats[0].name == "Ann"
    assert (planned.instance.experiment, planned.instance.game_id) == (
        catalogue.experiments("taboo", "en")[0].name,
        0,
    )
    assert planned.texts.language == "en"
    condition = planned.condition
    assert (condition.interface, condition.aids) == ("assisted", ("rule_warning",))
    assert (condition.practice, condition.response_limit) == (False, 2000)
    assert planned.watcher == ""


def test_the_longest_game_comes_to_its_end_within_the_limit_of_responses(
    catalogue: Catalogue,
) -> None:
    """The game has at most 1215 responses, for 15 slots.

    It asks for every slot, and probes every slot before, between and after these, each as often as
    it has hints.
    """
    experiments = [each.name for each in catalogue.experiments("privateshared", "en")]
    for experiment in experiments:
        planned = plan(catalogue, game="privateshared", experiment=experiment)
        slots = len(planned.instance.data["request_order"])
        tries = len(planned.texts.options["hints"])
        most = slots + (slots + 1) * slots * tries
        assert planned.condition.response_limit is not None
        assert most <= planned.condition.response_limit, (experiment, most)
    assert "things-places" in experiments


@pytest.mark.parametrize("name", ["Player 2", "player 2", "WordGuesser", "wordguesser"])
def test_a_seat_is_named_by_its_number_or_its_role(name: str, catalogue: Catalogue) -> None:
    assert kinds(plan(catalogue, game="taboo", seat=name)) == ["scripted", "human"]


def test_an_observer_takes_no_seat(catalogue: Catalogue) -> None:
    planned = plan(catalogue, game="moot", seat="observer")
    assert kinds(planned) == ["scripted"] * 3
    assert (planned.human_seats, planned.watcher) == ((), "Ann")


def test_one_partner_is_for_all_other_seats(catalogue: Catalogue) -> None:
    assert kinds(plan(catalogue, game="moot", partner=["small"])) == ["human", "model", "model"]


def test_several_partners_take_the_other_seats_in_order(catalogue: Catalogue) -> None:
    planned = plan(catalogue, game="moot", seat="Player 2", partner=["openai/a", "scripted"])
    assert kinds(planned) == ["model", "human", "scripted"]


@pytest.mark.parametrize(
    ("game", "seat", "name"),
    [
        ("taboo", "player 2", "Player 2"),
        ("taboo", "wordguesser", "Player 2"),
        ("referencegame", "Finder", "Player 2"),
        ("referencegame", "finden", "Player 2"),
        ("wordle", "Guesser", "Player 1"),
    ],
)
def test_a_seat_is_found_by_its_name_its_role_or_what_the_screen_calls_it(
    game: str, seat: str, name: str, catalogue: Catalogue
) -> None:
    seats = plan(catalogue, game=game, seat=seat).seats
    assert [each.seat.name for each in seats if each.kind == "human"] == [name]


def test_a_service_fills_its_own_seat(catalogue: Catalogue) -> None:
    planned = plan(catalogue, game="pantry", seat="observer", partner=["scripted"])
    assert kinds(planned) == ["scripted", "service"]


def test_named_models_and_overrides(catalogue: Catalogue) -> None:
    overrides = ModelOverrides(api_base="http://localhost:1/v1", temperature=0.5, timeout=3.0)
    planned = plan(catalogue, game="taboo", partner=["small"], models=overrides)
    parameters = planned.seats[1].parameters
    assert parameters == ModelParameters(
        model="openai/smollm2",
        max_tokens=50,
        api_base="http://localhost:1/v1",
        temperature=0.5,
        timeout=3.0,
    )


def test_the_board_interface_has_no_aids(catalogue: Catalogue) -> None:
    for aids in (None, ()):
        planned = plan(catalogue, game="wordle", interface="board", aids=aids)
        assert planned.condition.aids == ()
    with pytest.raises(UsageError, match="the board interface has no aids: omit --aids"):
        plan(catalogue, game="wordle", interface="board", aids=("word_lookup",))


def test_the_verbatim_interface_has_a_warning_before_the_end(catalogue: Catalogue) -> None:
    for aids, on in ((None, ("end_warning",)), ((), ())):
        planned = plan(catalogue, game="wordle", interface="verbatim", aids=aids)
        assert planned.condition.aids == on
    with pytest.raises(UsageError, match="no aid 'word_lookup'; available: end_warning"):
        plan(catalogue, game="wordle", interface="verbatim", aids=("word_lookup",))


def test_aids_can_be_switched_off(catalogue: Catalogue) -> None:
    for aids in ((), ("word_lookup",)):
        assert plan(catalogue, game="wordle", aids=aids).condition.aids == aids


def test_a_seed_makes_a_new_instance_and_the_same_one_each_time(catalogue: Catalogue) -> None:
    one, two = (plan(catalogue, game="taboo", seed=5, language="de") for _ in range(2))
    assert one.instance.hash == two.instance.hash
    assert (one.instance.origin, one.texts.language) == ("generated", "de")
    assert [seat.seed for seat in one.seats] == [None, 5]


def test_an_experiment_and_a_number(catalogue: Catalogue) -> None:
    planned = plan(catalogue, game="sealed", experiment="two_lots", game_id=1)
    assert (planned.instance.experiment, planned.instance.game_id) == ("two_lots", 1)


def test_a_file_with_several_languages(catalogue: Catalogue, tmp_path: Path) -> None:
    """The language selects among its experiments."""
    instance = {"game_id": 0, "target_word": "tea", "related_word": ["cup", "hot", "leaf"]}
    experiments = [
        {"name": f"mine_{lang}", "language": lang, "max_turns": 3, "game_instances": [instance]}
        for lang in ("en", "de")
    ]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"experiments": experiments}), "utf-8")
    for language in ("en", "de"):
        planned = plan(catalogue, game="taboo", instances=file, language=language)
        assert planned.instance.experiment == f"mine_{language}"
    assert plan(catalogue, game="taboo", instances=file).instance.experiment == "mine_en"
    with pytest.raises(UsageError, match="no instances in 'fi'; available: "):
        plan(catalogue, game="taboo", instances=file, language="fi")


WRONG: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "game": ({"game": "tabu"}, "unknown game 'tabu'; available: aside, "),
    "seat": (
        {"game": "taboo", "seat": "Player 3"},
        "taboo has no single seat 'Player 3'; available: Player 1 (WordDescriber), "
        "Player 2 (WordGuesser)",
    ),
    "role of two seats": (
        {"game": "moot", "seat": "Advocate"},
        "moot has no single seat 'Advocate'; available: Player 1 (Advocate), Player 2 "
        "(Advocate), Player 3 (Judge)",
    ),
    "service": (
        {"game": "pantry", "seat": "Shelves"},
        "Shelves (Shelves) is played by the game itself and cannot be chosen",
    ),
    "oneself as a partner": (
        {"game": "taboo", "partner": ["human:ａNN"]},
        "ａNN already takes part: name another person",
    ),
    "oneself, watching": (
        {"game": "taboo", "seat": "observer", "partner": ["scripted", "human:Ann"]},
        "Ann already takes part: name another person",
    ),
    "one person for two seats": (
        {"game": "moot", "partner": ["human:Bea", "human:bea"]},
        "bea already takes part: name another person",
    ),
    "too many partners": (
        {"game": "taboo", "partner": ["scripted", "scripted"]},
        "2 partners given for 1: give one for all, or one for each of Player 2 (WordGuesser)",
    ),
    "too few partners": (
        {"game": "moot", "seat": "observer", "partner": ["scripted", "small"]},
        "2 partners given for 3: give one for all, or one for each of Player 1 "
        "(Advocate), Player 2 (Advocate), Player 3 (Judge)",
    ),
    "no partner": ({"game": "taboo", "partner": []}, "0 partners given for 1"),
    "language": (
        {"game": "taboo", "language": "fi"},
        "taboo has no instances in 'fi'; available: ",
    ),
    "pack": (
        {"game": "tidy", "language": "de"},
        "tidy has no language pack 'de'; available: en",
    ),
    "language of a seed": (
        {"game": "taboo", "language": "fi", "seed": 1},
        "cannot create a new instance: ",
    ),
    "experiment": (
        {"game": "sealed", "experiment": "four_lots"},
        "unknown experiment 'four_lots'; available: two_lots, three_lots",
    ),
    "number": (
        {"game": "sealed", "experiment": "two_lots", "game_id": 9},
        "experiment 'two_lots' has no game id 9; its ids are 0 to 1",
    ),
    "seed and experiment": (
        {"game": "taboo", "seed": 1, "experiment": "high_en"},
        "--seed creates a new instance: omit --experiment, --game-id and --instances",
    ),
    "seed and number": (
        {"game": "taboo", "seed": 1, "game_id": 0},
        "--seed creates a new instance",
    ),
    "seed and file": (
        {"game": "taboo", "seed": 1, "instances": Path("x.json")},
        "--seed creates a new instance",
    ),
    "seed without a generator": (
        {"game": "sealed", "seed": 1},
        "cannot create a new instance: sealed has no instance generator for 'en'",
    ),
    "file": ({"game": "taboo", "instances": Path("nowhere.json")}, "file not found: nowhere.json"),
    "model": (
        {"game": "taboo", "partner": ["smal"]},
        "unknown model 'smal': did you mean small?",
    ),
    "temperature": (
        {"game": "taboo", "partner": ["small"], "models": ModelOverrides(temperature=-1.0)},
        "small: temperature: input should be greater than or equal to 0",
    ),
    "tokens": (
        {"game": "taboo", "partner": ["small"], "models": ModelOverrides(max_tokens=0)},
        "small: max_tokens: input should be greater than or equal to 1",
    ),
    "timeout": (
        {"game": "taboo", "partner": ["small"], "models": ModelOverrides(timeout=0.0)},
        "small: timeout: input should be greater than 0",
    ),
    "address": (
        {"game": "taboo", "partner": ["small"], "models": ModelOverrides(api_base="localhost")},
        "small: api_base: ",
    ),
    "aid": (
        {"game": "taboo", "aids": ["crystal_ball"]},
        "taboo has no aid 'crystal_ball'; available: rule_warning",
    ),
    "nobody": (
        {"game": "taboo", "person": " "},
        "a person plays, but no name was given: use --as NAME",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_choice_gives_one_clear_line(what: str, catalogue: Catalogue) -> None:
    wanted, expected = WRONG[what]
    with pytest.raises(UsageError) as error:
        plan(catalogue, **wanted)
    (line,) = str(error.value).splitlines()
    assert line.startswith(expected)
    assert "http" not in line.replace("http://localhost", "")
    assert len(line) < 300


FIELDS: Mapping[str, tuple[str, str | None]] = {
    "game": ("game", None),
    "seat": ("seat", None),
    "role of two seats": ("seat", None),
    "service": ("seat", None),
    "oneself as a partner": ("partner", "Player 2"),
    "oneself, watching": ("partner", "Player 2"),
    "one person for two seats": ("partner", "Player 3"),
    "too many partners": ("partner", None),
    "too few partners": ("partner", None),
    "no partner": ("partner", None),
    "language": ("language", None),
    "pack": ("language", None),
    "language of a seed": ("seed", None),
    "experiment": ("experiment", None),
    "number": ("game_id", None),
    "seed and experiment": ("seed", None),
    "seed and number": ("seed", None),
    "seed and file": ("seed", None),
    "seed without a generator": ("seed", None),
    "file": ("instances", None),
    "model": ("partner", "Player 2"),
    "temperature": ("partner", "Player 2"),
    "tokens": ("partner", "Player 2"),
    "timeout": ("partner", "Player 2"),
    "address": ("partner", "Player 2"),
    "aid": ("aids", None),
    "nobody": ("person", None),
}


def test_a_wrong_choice_names_its_field(catalogue: Catalogue) -> None:
    named = {}
    for what, (wanted, _) in WRONG.items():
        with pytest.raises(UsageError) as error:
            plan(catalogue, **wanted)
        named[what] = error.value.field, error.value.seat
    assert named == FIELDS
    assert {field for field, _ in FIELDS.values()} <= set(Choices.__dataclass_fields__)


def test_of_several_partners_the_seat_says_which_is_wrong(catalogue: Catalogue) -> None:
    with pytest.raises(UsageError) as error:
        plan(catalogue, game="moot", seat="Player 1", partner=["scripted", "smal"])
    assert (error.value.field, error.value.seat) == ("partner", "Player 3")


def test_a_scripted_player_without_the_language_names_the_seat(catalogue: Catalogue) -> None:
    with pytest.raises(UsageError) as error:
        plan(catalogue, game="taboo", seat="Player 1", language="te")
    assert (error.value.field, error.value.seat) == ("partner", "Player 2")
