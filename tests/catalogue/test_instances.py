"""Instance files: one clear line for each problem, and official files read unchanged."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, CatalogueError, Collection, open_catalogue
from clemtui.engine import NoEquivalent
from tests.catalogue.sample_collections import family, pack, write
from tests.support.families import contract_catalogue


def one(instance: bytes) -> bytes:
    """Return a file with one instance."""
    return b'{"experiments": [{"name": "a", "game_instances": [{' + instance + b"}]}]}"


@pytest.fixture
def echo(tmp_path: Path) -> Catalogue:
    family(tmp_path)
    return Catalogue([Collection.at(tmp_path)])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"{", "is not valid JSON: "),
        (b"\xff\xfe", "is not valid JSON: 'utf-8' codec can't decode"),
        (b"[]", "is not an instance file: it must be an object with 'experiments'"),
        (b"[" * 100_000, "is not valid JSON: maximum recursion depth"),
        (b"{}", "'experiments' is missing"),
        (b'{"experiments": 7}', "'experiments' must be a list"),
        (
            b'{"experiments": [{"name": "a", "game_instances": [{"game_id": 0}]}]}',
            "'word' is missing",
        ),
        (b'{"experiments": [{"name": "a", "x": NaN}]}', "NaN is not a JSON number"),
        (one(b'"game_id": -1, "word": "tea"'), "experiment 'a': game_id -1 is not between 0"),
        (one(b'"game_id": 1000000000000, "word": "tea"'), "is not between 0 and 1000000000"),
        (one(b'"game_id": 0, "word": "t\\ud800a"'), "it contains an unpaired surrogate"),
        (b'{"experiments": [{"name": "a", "x": -Infinity}]}', "-Infinity is not a JSON number"),
    ],
)
def test_a_broken_file_is_one_clear_line(
    content: bytes, expected: str, echo: Catalogue, tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    with pytest.raises(CatalogueError) as error:
        echo.read_instances("echo", file)
    (line,) = str(error.value).splitlines()
    assert line.startswith(f"{file}: ")
    assert expected in line


def test_a_game_that_stumbles_over_a_file_is_named(echo: Catalogue, tmp_path: Path) -> None:
    write(tmp_path / "mine.json", "{}")

    def read(*_: object) -> object:
        raise IndexError("list index out of range")

    game = echo.game("echo")
    vars(game)["read"] = read
    with pytest.raises(CatalogueError, match=r"cannot be read by echo: IndexError: list index"):
        echo.read_instances("echo", tmp_path / "mine.json")


def test_a_file_saved_with_a_byte_order_mark_is_read(echo: Catalogue, tmp_path: Path) -> None:
    document = {"experiments": [{"name": "a", "game_instances": [{"game_id": 0, "word": "tea"}]}]}
    (tmp_path / "mine.json").write_text(json.dumps(document), "utf-8-sig")
    assert [e.name for e in echo.read_instances("echo", tmp_path / "mine.json")] == ["a"]


def test_a_file_that_is_not_there(echo: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"file not found: .*nowhere\.json"):
        echo.read_instances("echo", tmp_path / "nowhere.json")


def test_a_broken_bundled_file_is_an_error_of_that_game_alone(tmp_path: Path) -> None:
    write(family(tmp_path) / "instances" / "instances.json", "{")
    family(tmp_path, "sound")
    found = Catalogue([Collection.at(tmp_path)])
    with pytest.raises(CatalogueError, match=r"instances\.json: is not valid JSON"):
        found.experiments("echo")
    assert found.experiments("sound")


def test_an_experiment_or_number_that_is_not_there_names_what_is(echo: Catalogue) -> None:
    (experiment,) = echo.experiments("echo")
    with pytest.raises(CatalogueError, match="unknown experiment 'b'; available: all"):
        echo.instance([experiment], "b", 0)
    with pytest.raises(CatalogueError, match="'all' has no game id 5; its ids are 0 to 0"):
        echo.instance([experiment], "all", 5)
    (instance,) = experiment.instances
    gaps = replace(experiment, instances=tuple(replace(instance, game_id=n) for n in (0, 1, 3, 4)))
    with pytest.raises(CatalogueError, match="'all' has no game id 2; its ids are 0 to 1, 3-4"):
        echo.instance([gaps], "all", 2)
    wordless = replace(gaps, without=(NoEquivalent(2, "echo:tea", "nobody drinks it"),))
    with pytest.raises(CatalogueError, match=r"2: the language has no word for it \(nobody drinks"):
        echo.instance([wordless], "all", 2)
    empty = replace(experiment, instances=())
    with pytest.raises(CatalogueError, match="'all' has no game id 0; it has no instances"):
        echo.instance([empty], "all", 0)


@pytest.mark.parametrize("game", ["taboo", "wordle"])
def test_official_instances_bring_their_own_prompts_and_language(game: str, shared: Path) -> None:
    catalogue = open_catalogue()
    (file,) = (shared / "clembench" / game / "in").glob("instances.json")
    experiment = catalogue.read_instances(game, file)[0]
    instance = experiment.instances[0]
    assert instance.origin == "official"
    own = catalogue.texts(instance, None)
    assert own == catalogue.texts(instance, "en")
    assert own.hash != catalogue.packs(game)["en"].texts.hash
    assert own.policy.name == "reference"
    with pytest.raises(
        CatalogueError, match="this instance is in 'en' and cannot be played in 'de'"
    ):
        catalogue.texts(instance, "de")


def test_a_language_neutral_instance_is_played_in_any_language_there_is_a_pack_for() -> None:
    catalogue = contract_catalogue()
    instance = catalogue.experiments("sealed")[0].instances[0]
    assert {catalogue.texts(instance, lang).language for lang in ("en", "de")} == {"en", "de"}
    assert catalogue.texts(instance, None).language == "en"
    with pytest.raises(CatalogueError, match="sealed has no language pack 'fr'; available: de, en"):
        catalogue.texts(instance, "fr")


def in_language(folder: Path, file: str, language: str) -> None:
    """Write a bundled file with an instance in a language, and a pack of that language."""
    given = {"game_id": 0, "word": "tea"}
    experiment = {"name": f"of {language}", "language": language, "game_instances": [given]}
    write(folder / "instances" / file, json.dumps({"experiments": [experiment]}))
    write(folder.parents[1] / "locales" / language / "echo.toml", pack(language))


def test_a_file_that_is_called_as_a_language_is_read_for_that_language_alone(
    tmp_path: Path,
) -> None:
    folder = family(tmp_path)
    in_language(folder, "de.json", "de")
    write(folder / "instances" / "en.json", "{")
    found = Catalogue([Collection.at(tmp_path)])
    assert [e.name for e in found.experiments("echo", "de")] == ["of de", "all"]
    with pytest.raises(CatalogueError, match=r"en\.json: is not valid JSON"):
        found.experiments("echo", "en")
    with pytest.raises(CatalogueError, match=r"en\.json: is not valid JSON"):
        found.experiments("echo")


def test_a_file_that_is_called_as_a_language_has_no_other(tmp_path: Path) -> None:
    folder = family(tmp_path)
    in_language(folder, "en.json", "de")
    found = Catalogue([Collection.at(tmp_path)])
    with pytest.raises(
        CatalogueError, match=r"en\.json: contains instances in 'de', but is named after 'en'"
    ):
        found.experiments("echo", "en")


def test_instances_of_a_file_are_not_those_of_the_collection(tmp_path: Path) -> None:
    """Whatever they are called there: only the collection's own files are bundled."""
    catalogue = open_catalogue()
    bundled = catalogue.game("wordle").bundled()[0]
    copy = tmp_path / bundled.name
    copy.write_bytes(bundled.read_bytes())
    for path, origin in ((bundled, "bundled"), (copy, "file")):
        found = catalogue.read_instances("wordle", path)
        assert {each.origin for every in found for each in every.instances} == {origin}
