"""Finding games: all collections are treated alike, and a broken one does not stop the rest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from clemtui.catalogue import Catalogue, CatalogueError, Collection, open_catalogue
from clemtui.episode.errors import PlayError
from clemtui.episode.planning.listing import GameListing, list_experiments, list_games
from clemtui.resources import bundled_collection
from tests.catalogue.sample_collections import GAME_TOML, family, write
from tests.support.families import CONTRACT_GAMES
from tests.support.paths import ROOT


def catalogue(*paths: Path) -> Catalogue:
    return Catalogue([Collection.at(path) for path in paths])


def one_line(catalogue: Catalogue) -> str:
    """Return the only problem, which is one line."""
    (problem,) = catalogue.problems
    (line,) = problem.splitlines()
    return line


def test_a_game_outside_the_repository_works_like_a_bundled_one(tmp_path: Path) -> None:
    family(tmp_path)
    found = open_catalogue([tmp_path])
    assert {"taboo", "wordle", "echo"} <= {card.id for card in found.cards}
    assert found.game("echo").card == found.card("echo")
    assert found.languages("echo") == ("en",)
    assert [e.name for e in found.experiments("echo")] == ["all"]
    assert found.problems == []


def test_a_folder_that_is_no_collection(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="is not a collection: it must have a folder 'games'"):
        open_catalogue([tmp_path])
    with pytest.raises(PlayError, match="is not a collection"):
        list_games([tmp_path])


def test_a_collection_that_is_named_twice_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it is named, including the bundled one."""
    family(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    ways = [
        tmp_path / "mine",
        Path("mine"),
        tmp_path / "mine" / ".." / "mine",
        bundled_collection(),
    ]
    found = open_catalogue(ways)
    assert found.problems == []
    assert len(found.collections) == 2


def test_no_class_exists_twice(tmp_path: Path) -> None:
    """Each file is one module, however a catalogue is opened."""
    family(tmp_path)
    for path, game in ((bundled_collection(), "taboo"), (tmp_path, "echo")):
        one = catalogue(path).game(game)
        two = open_catalogue([] if game == "taboo" else [path]).game(game)
        assert type(one) is type(two)
        assert type(one).__module__.startswith("clemtui_collections.")
    assert type(catalogue(bundled_collection()).game("taboo")).__module__ == (
        "clemtui_collections.bundled.taboo.game"
    )


def test_two_collections_with_the_same_family_do_not_get_mixed_up(tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder = family(tmp_path / name)
        write(folder / "words.py", f'GREETING = "{name}"\n')
    apart = [catalogue(tmp_path / name).game("echo") for name in ("one", "two")]
    assert [type(game).greeting for game in apart] == ["one", "two"]  # type: ignore[attr-defined]

    together = catalogue(tmp_path / "one", tmp_path / "two")
    assert "'echo' already exists in another collection; rename it" in one_line(together)
    assert type(together.game("echo")).greeting == "one"  # type: ignore[attr-defined]


def test_two_families_cannot_have_a_game_of_the_same_id(tmp_path: Path) -> None:
    family(tmp_path, "echo")
    folder = family(tmp_path, "reply")
    write(
        folder / "game.toml",
        GAME_TOML.format(id="reply").replace('id = "reply"\nclass', 'id = "echo"\nclass'),
    )
    assert "'echo' already exists in another collection" in one_line(catalogue(tmp_path))


BROKEN = {
    "no TOML": ("[family", "game.toml: "),
    "not UTF-8": (None, "game.toml: 'utf-8' codec can't decode"),
    "no family": ("x = 1", "game.toml: family: is missing"),
    "unknown field": (
        GAME_TOML.format(id="echo") + "colour = 1\n",
        "colour: unknown entry; available: id, ",
    ),
    "bad id": (
        GAME_TOML.format(id="echo").replace('id = "echo"\nclass', 'id = "É"\nclass'),
        "game.0.id: must be lower-case letters, digits and _, starting with a letter",
    ),
    "other name": (
        GAME_TOML.format(id="reply"),
        "the family id 'reply' must be the name of its folder",
    ),
    "no games": ('game = []\n[family]\nid = "echo"\n', "game: must not be empty"),
    "games twice": (
        GAME_TOML.format(id="echo") + GAME_TOML.format(id="echo").partition("\n\n")[2],
        "two games have the id 'echo'",
    ),
    "seats twice": (
        GAME_TOML.format(id="echo").replace(
            "seats = [", 'seats = [{ name = "Player 1", role = "Caller" }, '
        ),
        "two seats of 'echo' have the name 'Player 1'",
    ),
    "no such picture": (
        GAME_TOML.format(id="echo") + 'picture = ["cells #./.#", "photo echo.title"]\n',
        "game.0.picture.1: must be ",
    ),
    "no option is right": (
        GAME_TOML.format(id="echo") + 'comprehension = [{ id = "ends", right = 0 }]\n',
        "game.0.comprehension.0.right: must be the number of an option, 1 to 3",
    ),
    "the right option is no number": (
        GAME_TOML.format(id="echo") + 'comprehension = [{ id = "ends", right = true }]\n',
        "game.0.comprehension.0.right: must be a whole number",
    ),
    "no id of a question": (
        GAME_TOML.format(id="echo") + 'comprehension = [{ id = "it ends", right = 1 }]\n',
        "game.0.comprehension.0.id: must be lower-case letters",
    ),
    "questions twice": (
        GAME_TOML.format(id="echo")
        + 'comprehension = [{ id = "ends", right = 1 }, { id = "ends", right = 2 }]\n',
        "two comprehension questions of 'echo' have the id 'ends'",
    ),
    "no seats": (
        GAME_TOML.format(id="echo").replace('{ name = "Player 1", role = "Echo" }', ""),
        "game.0.seats: must not be empty",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_description_is_one_problem_and_stops_nothing(what: str, tmp_path: Path) -> None:
    content, expected = BROKEN[what]
    family(tmp_path, "sound")
    file = family(tmp_path) / "game.toml"
    file.write_bytes(b"\xff" if content is None else content.encode())
    found = catalogue(tmp_path)
    assert expected in one_line(found)
    assert str(file.parent) in one_line(found)
    assert [card.id for card in found.cards] == ["sound"]


@pytest.mark.parametrize(
    ("file", "content", "expected"),
    [
        ("game.py", "def (", "cannot be loaded: SyntaxError"),
        ("game.py", "raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("game.py", "from .nowhere import x", "cannot be loaded: ModuleNotFoundError"),
        ("game.py", "1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("game.py", "class Sound: ...", "module 'game' has no Game class 'Echo' for game 'echo'"),
        ("game.py", "class Echo: ...", "module 'game' has no Game class 'Echo' for game 'echo'"),
        ("words.py", "GREETINGS = 1", "cannot be loaded: ImportError: cannot import name"),
    ],
)
def test_broken_code_is_an_error_of_that_game_alone(
    file: str, content: str, expected: str, tmp_path: Path
) -> None:
    own = tmp_path / uuid4().hex  # pytest reuses folder names, but loaded modules keep theirs
    family(own, "sound")
    write(family(own) / file, content)
    found = catalogue(own)
    with pytest.raises(CatalogueError) as error:
        found.game("echo")
    (line,) = str(error.value).splitlines()
    assert expected in line
    assert [card.id for card in found.cards] == ["echo", "sound"]
    assert found.game("sound").card.id == "sound"
    with pytest.raises(PlayError):
        list_experiments(found, "echo")


def test_a_game_without_its_abstract_methods_cannot_be_made(tmp_path: Path) -> None:
    write(family(tmp_path) / "game.py", "from clemtui.engine import Game\nclass Echo(Game): ...\n")
    with pytest.raises(CatalogueError, match="game 'echo' cannot be created: TypeError"):
        catalogue(tmp_path).game("echo")


@pytest.mark.parametrize(
    "package", ["surely_not_installed", "surely.not.installed", "json.nothing"]
)
def test_a_missing_package_is_named_before_any_code_runs(package: str, tmp_path: Path) -> None:
    folder = family(tmp_path)
    description = GAME_TOML.format(id="echo").replace(
        "[[game]]", f'requires = ["{package}"]\n[[game]]'
    )
    write(folder / "game.toml", description)
    write(folder / "game.py", "raise AssertionError('this code must not run')")
    found = catalogue(tmp_path)
    assert found.card("echo").requires == (package,)
    with pytest.raises(CatalogueError, match=f"need the Python package '{package}': install it"):
        found.game("echo")


def test_an_unknown_game_names_those_that_exist() -> None:
    with pytest.raises(CatalogueError, match="unknown game 'chess'; available: aside, moot"):
        catalogue(CONTRACT_GAMES).game("chess")


@pytest.mark.parametrize(
    ("reader", "languages", "expected"),
    [
        ("pt-BR", ("de", "en", "pt-BR"), "pt-BR"),
        ("de-AT", ("de", "en"), "de"),
        ("zh", ("ar", "de", "en"), "en"),
        ("zh", ("ar", "de"), "ar"),
    ],
)
def test_one_is_offered_the_language_that_one_reads_or_else_english(
    reader: str, languages: tuple[str, ...], expected: str
) -> None:
    card = catalogue(CONTRACT_GAMES).card("aside")
    assert GameListing(card, languages, {}).usual_language(reader) == expected


LIST = """
import sys
from clemtui.episode.planning.listing import list_games
games, problems = list_games()
assert problems == (), problems
for game in games:
    print(game.card.id, *game.languages)
heavy = {"clemtui_collections", "sqlite_utils", "litellm", "textual", "clemtui.players"}
print(sorted(heavy & set(sys.modules)))
"""


def test_a_list_of_games_loads_no_code_of_any_game() -> None:
    result = subprocess.run(
        [sys.executable, "-c", LIST], cwd=ROOT, capture_output=True, text=True, check=False
    )
    *games, loaded = result.stdout.splitlines()
    spoken = {game: set(languages) for game, *languages in map(str.split, games)}
    assert {"ar", "de", "en", "en-x-para1", "te"} <= spoken["taboo"], result.stderr
    assert {"de", "en", "ja"} <= spoken["wordle"]
    assert "te" not in spoken["wordle"]
    assert loaded == "[]"
