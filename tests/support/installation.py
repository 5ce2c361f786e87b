"""Fixtures: the program actually built and installed, once for all tests that ask for it.

`installed` is what users get from the wheel: `installed.scripts / "clemtui"` is the command, for
tests that start it in a terminal.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.environments import Environment, build, make_environment
from tests.support.paths import ROOT, repository_files

Folders = pytest.TempPathFactory


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: Folders) -> Path:
    """A clean copy of the checkout, plus files that development leaves behind."""
    copy = tmp_path_factory.mktemp("checkout")
    for path in repository_files():
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    family = next(iter(sorted(copy.glob("games/*/game.toml")))).parent
    for litter in (family / "__pycache__" / "rules.cpython-311.pyc", family / ".cache" / "x.json"):
        litter.parent.mkdir(exist_ok=True)
        litter.write_bytes(b"litter")
    return copy


@pytest.fixture(scope="session")
def wheel(checkout: Path, tmp_path_factory: Folders) -> Path:
    """The wheel built from the checkout."""
    return build(checkout, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def sdist(checkout: Path, tmp_path_factory: Folders) -> Path:
    """The source distribution built from the checkout."""
    return build(checkout, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def wheel_of_sdist(sdist: Path, tmp_path_factory: Folders) -> Path:
    """The wheel built from the unpacked source distribution."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    shutil.unpack_archive(sdist, unpacked, filter="data")
    (tree,) = unpacked.iterdir()
    return build(tree, "wheel", tmp_path_factory.mktemp("wheel_of_sdist"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: Folders) -> Environment:
    """An environment with the wheel installed."""
    environment = make_environment(tmp_path_factory.mktemp("installed") / "venv")
    environment.install(str(wheel))
    return environment


@pytest.fixture(scope="session")
def editable(checkout: Path, tmp_path_factory: Folders) -> Environment:
    """An environment with the checkout installed in editable mode."""
    environment = make_environment(tmp_path_factory.mktemp("editable") / "venv")
    environment.install("--editable", str(checkout))
    return environment
