"""Requirements for every file in the repository."""

from __future__ import annotations

import re
from collections import Counter

from tests.support.paths import ROOT, repository_files

#: Lines; a longer file has more than one reason to change.
LONGEST = 600

#: Python files; a fuller folder is several rooms.
FULLEST = 40

#: What scripts that have nothing else in common begin with.
VERBS = {"build"}

#: Written with one-letter classes so that this file does not match itself.
HOSTS = re.compile(
    rb"py[p]i\.org|python[h]osted|registry\.[n]pmjs|deb\.[d]ebian\.org", re.IGNORECASE
)
MACHINE_PATHS = re.compile(
    rb"/[h]ome/[a-z]|/[U]sers/[A-Za-z]|[A-Z]:\\\\?[U]sers\\|/[r]oot/|"
    rb"/[w]ork/(main|shared|\.library)|/tmp/[c]v\b|/tmp/[b]rief"
)


def places(pattern: re.Pattern[bytes]) -> list[str]:
    """Return `file:line` of every match of ``pattern`` in the repository's files."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in repository_files()
        for number, line in enumerate(path.read_bytes().splitlines(), 1)
        if pattern.search(line)
    ]


def test_repository_files_are_listed() -> None:
    assert {ROOT / "pyproject.toml", ROOT / "clemtui" / "__init__.py"} <= set(repository_files())


def test_no_python_file_is_too_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in repository_files()
        if path.suffix == ".py"
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_folder_has_too_many_python_files() -> None:
    counted = Counter(
        str(path.parent.relative_to(ROOT)) for path in repository_files() if path.suffix == ".py"
    )
    assert {folder: files for folder, files in counted.items() if files > FULLEST} == {}


def test_a_prefix_that_several_files_share_is_a_folder() -> None:
    shared: dict[tuple[str, str], set[str]] = {}
    for path in repository_files():
        if path.suffix == ".py":
            name = path.stem.removeprefix("test_")
            place = str(path.parent.relative_to(ROOT)), name.split("_")[0]
            shared.setdefault(place, set()).add(name)
    several = {place for place, names in shared.items() if len(names) > 2}
    assert {place for place in several if place[1] not in VERBS} == set()


def test_no_file_names_a_package_host() -> None:
    assert HOSTS.search(b"https://" + b"pypi" + b".org/simple")
    assert places(HOSTS) == []


def test_no_file_contains_a_machine_path() -> None:
    assert MACHINE_PATHS.search(b"/" + b"home/ada/clemtui")
    assert MACHINE_PATHS.search(b"C:\\" + b"Users\\ada")
    assert places(MACHINE_PATHS) == []


def test_no_build_output_is_tracked() -> None:
    left = {".mo", ".pyc", ".whl", ".egg-info"}
    assert [str(path) for path in repository_files() if path.suffix in left] == []
