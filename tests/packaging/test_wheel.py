"""The wheel contains everything needed to play, and nothing else."""

from __future__ import annotations

import hashlib
import json
import re
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

from babel.support import Translations

from clemtui import __version__
from clemtui.catalogue import open_catalogue
from tests.support.environments import Environment
from tests.support.paths import ROOT, repository_files

COLLECTION = "clemtui/_collection/"


def contents(wheel: Path) -> dict[str, str]:
    """Return the hash of every file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in names}


def test_wheel_contains_the_collection(wheel: Path) -> None:
    inside = set(contents(wheel))
    for path in repository_files():
        relative = path.relative_to(ROOT)
        if relative.parts[0] not in ("games", "locales", "sessions"):
            continue
        if relative.suffix == ".po":
            relative = relative.with_suffix(".mo")
        wanted = {"tests", "tools"}.isdisjoint(relative.parts)
        assert ((COLLECTION + relative.as_posix()) in inside) == wanted, relative


def test_wheel_contains_the_package(wheel: Path) -> None:
    package = (path for path in repository_files() if path.is_relative_to(ROOT / "clemtui"))
    assert {path.relative_to(ROOT).as_posix() for path in package} <= set(contents(wheel))


def test_only_clemtui_becomes_importable(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in contents(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"clemtui"}


def test_wheel_contains_no_tests_or_tools(wheel: Path) -> None:
    unwanted = {"tests", "tools", "__pycache__", ".cache"}
    for name in contents(wheel):
        assert unwanted.isdisjoint(PurePosixPath(name).parts), name


def test_sdist_builds_the_same_wheel(wheel: Path, wheel_of_sdist: Path) -> None:
    assert contents(wheel_of_sdist) == contents(wheel)


def test_catalogues_have_no_build_date(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        compiled = [name for name in archive.namelist() if name.endswith(".mo")]
        assert compiled
        for name in compiled:
            dates = re.findall(rb"(?:Creation|Revision)-Date: (\d{4})", archive.read(name))
            assert set(dates) == {b"1980"}, name


def test_sdist_contains_no_caches(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert any(name.endswith("/hatch_build.py") for name in names)
    assert not [name for name in names if "__pycache__" in name or ".cache" in name]


def test_the_installed_program_finds_its_games(installed: Environment) -> None:
    listed = json.loads(installed.run("clemtui", "games", "--json"))
    families = {path.parent.name for path in ROOT.glob("games/*/game.toml")}
    assert {"taboo", "wordle"} <= families
    text = json.dumps(listed)
    assert all(f'"{family}"' in text for family in families)


def test_installed_program_uses_its_own_files(installed: Environment) -> None:
    program = "import clemtui.resources as r; print(r.__file__); print(r.bundled_collection())"
    module, collection = map(Path, installed.run("python", "-c", program).splitlines())
    assert module.is_relative_to(installed.packages.resolve())
    assert collection == module.parent / "_collection"


def test_installed_games_have_rules_players_and_generators(
    installed: Environment,
) -> None:
    program = """
import json
from clemtui.catalogue import open_catalogue
catalogue = open_catalogue()
for card in catalogue.cards:
    game = catalogue.game(card.id)
    assert game.generate("en", 3).hash
    assert all(game.scripted(seat.name, "en", 1) for seat in card.seats)
print(json.dumps({family.id: family.rules_hash for family in catalogue.families}))
"""
    here = {family.id: family.rules_hash for family in open_catalogue().families}
    assert json.loads(installed.run("python", "-c", program)) == here


def test_the_installed_program_has_its_languages(installed: Environment) -> None:
    sources = sorted(ROOT.glob("locales/*/LC_MESSAGES/ui.po"))
    assert sources
    collection = installed.packages / "clemtui" / "_collection"
    for source in sources:
        language = source.parts[-3]
        catalogue = Translations.load(collection / "locales", [language], "ui")
        assert isinstance(catalogue, Translations), language
        packs = {path.name for path in (ROOT / "locales" / language).glob("*.toml")}
        assert packs == {path.name for path in (collection / "locales" / language).glob("*.toml")}


def test_games_are_not_importable(installed: Environment) -> None:
    program = "from importlib.util import find_spec as f; print(f('games'), f('tests'))"
    assert installed.run("python", "-c", program).split() == ["None", "None"]


def test_module_runs_the_same_program(installed: Environment) -> None:
    by_command = installed.run("clemtui", "--version").split()
    by_module = installed.run("python", "-m", "clemtui", "--version").split()
    assert by_command[-1] == by_module[-1] == __version__
