"""Instance files, the reference's and ours: reading them, and errors in them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.engine import Instance, UnreadableInstances, original_files
from tests.support.episodes import Episode

LANGUAGES = {
    "ar": ("التعبير:", "الإجابة:", "أول"),
    "de": ("Ausdruck:", "Antwort:", "erstes"),
    "en": ("Expression:", "Answer:", "first"),
    "it": ("Espressione:", "Risposta:", "primo"),
    "ja": ("表現：", "答：", "1番目"),
    "pt": ("Expressão:", "Resposta:", "primeiro"),
    "ru": ("Выражение:", "Ответ:", "первая"),
    "te": ("వివరణ:", "సమాధానం:", "మొదటిది"),
    "tk": ("Aňlatma:", "Jogap:", "birinji"),
    "tr": ("İfade:", "Cevap:", "birinci"),
    "zh": ("表达式：", "回答：", "第一"),
}
FILES = ["instances.json", *(f"instances_v2.0_{language}.json" for language in LANGUAGES)]


@pytest.fixture
def official(shared: Path) -> Path:
    return shared / "clembench" / "referencegame" / "in"


def instances(path: Path) -> Iterator[Instance]:
    for experiment in open_catalogue().read_instances("referencegame", path):
        yield from experiment.instances


def played(instance: Instance) -> Episode:
    catalogue = open_catalogue()
    return Episode(catalogue.game("referencegame"), instance, catalogue.texts(instance, None))


@pytest.mark.parametrize("file", FILES)
def test_five_experiments_of_eighteen_in_one_language(official: Path, file: str) -> None:
    language = "en" if file == "instances.json" else file[-7:-5]
    found = open_catalogue().read_instances("referencegame", official / file)
    assert [(each.name, each.language, len(each.instances)) for each in found] == [
        (name, language, 18)
        for name in ("letter_grids", "number_grids", "line_grids_rows", "line_grids_columns",
                     "random_grids")
    ]  # fmt: skip
    for instance in instances(official / file):
        assert (instance.origin, instance.language) == ("official", language)


@pytest.mark.parametrize("file", FILES)
def test_prompts_are_the_references_own_byte_for_byte(official: Path, file: str) -> None:
    raw = json.loads((official / file).read_text("utf-8"))["experiments"]
    tasks = [task for experiment in raw for task in experiment["game_instances"]]
    for task, instance in zip(tasks, instances(official / file), strict=True):
        episode = played(instance)
        assert episode.said == task["player_1_prompt_header"]
        text = f"{episode.texts.tag('expression')} $1 \\1 ${{x}}"
        episode.say(text)
        header = task["player_2_prompt_header"]
        assert episode.said == header.replace("TARGET_EXPRESSION", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_write_what_the_instance_of_each_language_accepts(
    official: Path, language: str
) -> None:
    """The tags are spelt as in the prompts, for each of the target's three places."""
    expression, answer, first = LANGUAGES[language]
    found = list(instances(official / f"instances_v2.0_{language}.json"))[:3]
    for place, instance in enumerate(found):
        episode = played(instance)
        form = episode.request.form
        assert form is not None
        assert form.compose({"expression": "x"}) == f"{expression} x"
        episode.say(f"{expression} x")
        form = episode.request.form
        assert form is not None
        (field,) = form.fields
        names = [option.value for option in field.options]  # type: ignore[union-attr]
        assert names[0] == first
        text = form.compose({"answer": names[place]})
        assert text == f"{answer} {names[place]}"
        episode.say(text)
        assert episode.scores.main_score == 100


def test_official_instances_refuse_another_language(official: Path) -> None:
    instance = next(instances(official / "instances_v2.0_it.json"))
    with pytest.raises(CatalogueError, match="cannot be played in 'en'"):
        open_catalogue().texts(instance, "en")


def test_all_languages_have_the_same_tasks(official: Path) -> None:
    """The languages can thus be compared task by task."""
    tasks = {
        language: [i.task_key for i in instances(official / f"instances_v2.0_{language}.json")]
        for language in LANGUAGES
    }
    assert len(set(tasks["en"])) == 90
    assert all(found == tasks["en"] for found in tasks.values())


@pytest.mark.parametrize("seat", ["Player 1", "Player 2"])
def test_what_a_seat_may_not_know_can_be_swapped(official: Path, seat: str) -> None:
    """The seat's prompt stays; the target's name and the other seat's prompt change."""
    game = open_catalogue().game("referencegame")
    mine, theirs = (
        ("player_1_prompt_header", "player_2_prompt_header")
        if seat == "Player 1"
        else ("player_2_prompt_header", "player_1_prompt_header")
    )
    for instance in list(instances(official / "instances.json"))[:6]:
        other = game.swapped(instance, seat)
        assert other.prompts[mine] == instance.prompts[mine]
        assert other.prompts[theirs] != instance.prompts[theirs]
        assert other.data["target_grid_name"] != instance.data["target_grid_name"]
        name = other.data["target_grid_name"][0]
        place = ("first", "second", "third").index(name)
        grids = [other.data[f"player_2_{n}_grid"] for n in ("first", "second", "third")]
        assert grids[place] == other.data["player_1_target_grid"]


# Our own instances in the reference's format.


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_instance_of_ours_in_the_references_form_is_the_same_task(language: str) -> None:
    catalogue = open_catalogue()
    game = catalogue.game("referencegame")
    for instance in catalogue.experiments("referencegame")[0].instances[:3]:
        texts = catalogue.texts(instance, language)
        files = game.reference_files(instance, texts)
        document = {"experiments": [{**files.experiment, "game_instances": [dict(files.instance)]}]}
        again = game.read(json.loads(json.dumps(document)), "made.json")[0].instances[0]
        assert (again.origin, again.language) == ("official", language)
        one = Episode(game, instance, texts)
        two = played(again)
        for answer in (f"{texts.tag('expression')} x", f"{texts.tag('answer')} 2"):
            assert one.said == two.said
            one.say(answer)
            two.say(answer)
        assert one.log == two.log
        assert one.scores == two.scores


def test_an_official_instance_keeps_what_its_file_says(official: Path) -> None:
    raw = json.loads((official / "instances.json").read_text("utf-8"))["experiments"][0]
    instance = next(instances(official / "instances.json"))
    files = original_files(instance)
    assert files is not None
    assert files.instance == raw["game_instances"][0]
    assert files.experiment == {"name": raw["name"]}


# Invalid files: each change breaks a valid one in one place.

Change = Callable[[dict[str, Any]], object]


def own_file() -> dict[str, Any]:
    path = open_catalogue().family("referencegame").folder / "instances" / "grids.json"
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


def refused(document: dict[str, Any], change: Change, message: str) -> None:
    document = copy.deepcopy(document)
    change(document["experiments"][0])
    with pytest.raises(UnreadableInstances, match=re.escape(message)):
        open_catalogue().game("referencegame").read(document, "file.json")


def first(experiment: dict[str, Any]) -> dict[str, Any]:
    task: dict[str, Any] = experiment["game_instances"][0]
    return task


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("name"), "'name' is missing"),
        (lambda e: e.update(game_instances=[]), "'game_instances' is empty"),
        (lambda e: first(e).pop("game_id"), "experiment 'letter_grids': 'game_id' is missing"),
        (lambda e: first(e).pop("grids"), "'grids' is missing"),
        (lambda e: first(e).update(grids="x"), "'grids' must be a list"),
        (lambda e: first(e)["grids"].pop(), "game id 0: 'grids' must be three strings"),
        (lambda e: first(e).update(grids=["X", "X", "X"]), "game id 0: 'X' is not a grid"),
        (lambda e: first(e).update(grids=[first(e)["grids"][0]] * 3), "the same grid twice"),
        (lambda e: first(e).update(order=[1, 2, 2]), "'order' must contain the numbers 1, 2 and 3"),
        (lambda e: first(e).update(order=[1, 2, True]), "'order' must contain the numbers"),
        (lambda e: e.pop("p1_mode"), "'p1_mode' is missing"),
        (lambda e: e.update(p2_mode="mild"), "'p2_mode' must be one of strict, liberal"),
    ],
)
def test_what_is_wrong_with_one_of_our_files_is_said(change: Change, message: str) -> None:
    refused(own_file(), change, message)


def old(experiment: dict[str, Any]) -> None:
    """Convert an instance to the format of benchmarks 0.9 and 1.0."""
    for field in ("player_1_response_pattern", "player_2_response_pattern", "lang", "p1_mode"):
        first(experiment).pop(field)
    first(experiment).update(target_grid_name="first", edit_distance_interval=2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (old, "experiment 'letter_grids': these instances are from benchmark 0.9 or 1.0"),
        (lambda e: first(e).pop("player_2_prompt_header"), "'player_2_prompt_header' is missing"),
        (lambda e: first(e).pop("player_1_third_grid"), "'player_1_third_grid' is missing"),
        (lambda e: first(e).update(player_1_third_grid=""), "'player_1_third_grid' is empty"),
        (lambda e: first(e).update(target_grid_name=[]), "'target_grid_name' is empty"),
        (lambda e: first(e).update(target_grid_name="1"), "'target_grid_name' must be a list"),
        (
            lambda e: first(e).update(player_1_response_pattern="(?P<tag>"),
            "game id 0: 'player_1_response_pattern' is not a regular expression",
        ),
        (
            lambda e: first(e).update(player_2_response_pattern="^(?P<response>.+)$"),
            "'player_2_response_pattern' has no group 'remainder'",
        ),
        (lambda e: first(e).pop("lang"), "'lang' is missing"),
        (lambda e: first(e).update(p1_mode="lax"), "'p1_mode' must be one of strict, liberal"),
    ],
)
def test_errors_in_official_files_are_named(official: Path, change: Change, message: str) -> None:
    document = json.loads((official / "instances.json").read_text("utf-8"))
    refused(document, change, message)


def test_a_pattern_of_another_shape_is_played_without_a_form(official: Path) -> None:
    """If the tag and the names cannot be read from the pattern, people write the whole answer."""
    document = json.loads((official / "instances.json").read_text("utf-8"))
    task = first(document["experiments"][0])
    task["player_1_response_pattern"] = "(?P<response>[a-z]+)(?P<remainder>)"
    task["player_2_response_pattern"] = "(?P<response>(first|1))(?P<remainder>)"
    found = open_catalogue().game("referencegame").read(document, "file.json")
    episode = played(found[0].instances[0])
    assert episode.request.form is None
    episode.say("anything")
    assert episode.request.form is None
    episode.say("first")
    assert episode.scores.main_score == 100


def test_our_english_prompts_have_no_sentence_of_the_reference(official: Path) -> None:
    """They share no run of more than six words."""
    raw = json.loads((official / "instances.json").read_text("utf-8"))["experiments"][0]
    task = first(raw)
    theirs = {
        run for id in ("player_1_prompt_header", "player_2_prompt_header") for run in runs(task[id])
    }
    for template in open_catalogue().packs("referencegame")["en"].texts.prompts.values():
        assert not theirs & set(runs(template))


def runs(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return [tuple(words[i : i + 7]) for i in range(len(words) - 6)]
