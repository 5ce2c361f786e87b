"""The lock files are exact, hashed and host-free, and agree with `pyproject.toml`."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.support.paths import ROOT
from tools.lock import CLEMCORE_PACKAGES, MODEL_PACKAGES

LOCKS = ("play", "test")
ALL_LOCKS = (*LOCKS, "model", "clemcore")
POISONED = {Version("1.82.7"), Version("1.82.8")}


def read_lock(name: str) -> dict[str, tuple[Requirement, frozenset[str]]]:
    """Return each package's pinned requirement and the hashes of its files."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    entries = {}
    for line in text.replace("\\\n", " ").splitlines():
        if not line.startswith("#"):
            specification, *hashes = re.split(r"\s--hash=", line)
            requirement = Requirement(specification)
            key = str(canonicalize_name(requirement.name))
            assert key not in entries, f"{key} is in {name}.txt twice"
            entries[key] = requirement, frozenset(item.strip() for item in hashes)
    return entries


def pinned_version(requirement: Requirement) -> Version:
    """Return the one version that ``requirement`` allows."""
    (specifier,) = requirement.specifier
    assert specifier.operator == "==", requirement
    return Version(specifier.version)


def wanted(lock: str) -> list[Requirement]:
    """Return what `pyproject.toml` requires of a lock file."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)
    groups = project["dependency-groups"]
    texts = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    texts += groups["build"]
    if lock == "test":
        texts += [item for item in groups["test"] if isinstance(item, str)]
    return [Requirement(text) for text in texts]


@pytest.mark.parametrize("lock", ALL_LOCKS)
def test_every_entry_is_exact_and_hashed(lock: str) -> None:
    for requirement, hashes in read_lock(lock).values():
        assert pinned_version(requirement).release
        assert requirement.url is None
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", item) for item in hashes), requirement


@pytest.mark.parametrize("lock", ALL_LOCKS)
def test_locks_contain_no_host_or_option(lock: str) -> None:
    lines = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "//" in line or line.startswith("-")] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_satisfy_the_project(lock: str) -> None:
    entries = read_lock(lock)
    for requirement in wanted(lock):
        pinned, _hashes = entries[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pinned_version(pinned)), requirement
        assert pinned.marker is None, f"{pinned} is not for every system"


def test_tests_use_the_versions_of_play() -> None:
    play, test = read_lock("play"), read_lock("test")
    assert {name: test.get(name) for name in play} == play


def test_extras_are_tested_at_allowed_versions() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    tested = read_lock("test")
    for requirement in (Requirement(text) for texts in extras.values() for text in texts):
        pinned, _hashes = tested[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pinned_version(pinned)), requirement


def test_model_lock_has_only_the_chosen_packages() -> None:
    entries = read_lock("model")
    chosen = {canonicalize_name(item.name): item for item in map(Requirement, MODEL_PACKAGES)}
    assert entries.keys() == chosen.keys()
    for name, (pinned, _hashes) in entries.items():
        assert chosen[canonicalize_name(name)].specifier.contains(pinned_version(pinned)), pinned
        assert pinned.marker is None, f"{pinned} is not for every system"


def test_clemcore_lock_has_the_chosen_packages() -> None:
    entries = read_lock("clemcore")
    for item in map(Requirement, CLEMCORE_PACKAGES):
        pinned, _hashes = entries[canonicalize_name(item.name)]
        assert item.specifier.contains(pinned_version(pinned)), pinned
    assert "clemcore" not in read_lock("play").keys() | read_lock("test").keys()


def test_model_packages_are_in_no_other_lock() -> None:
    others = read_lock("play").keys() | read_lock("test").keys()
    assert not others & read_lock("model").keys()


@pytest.mark.parametrize("lock", LOCKS)
def test_compromised_litellm_releases_are_excluded(lock: str) -> None:
    pinned, _hashes = read_lock(lock)["litellm"]
    assert pinned_version(pinned) not in POISONED
    (declared,) = (item for item in wanted(lock) if item.name == "litellm")
    assert not any(declared.specifier.contains(version) for version in POISONED)
