"""Read former versions of a pack from the git history of its collection.

Git is only asked to read: it uses no network, takes no lock and writes nothing. If the collection
is not a checkout, or git is not installed, there is no history.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tomli

from clemtui.catalogue.packs import entry_hash

_READ_ONLY = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # a clone without all contents does not fetch them
    "LC_ALL": "C",
}
_ELSEWHERE = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"})
"""Set in git hooks, where they name the hook's repository, which may be a different one."""
_PATIENCE = 30.0
"""Timeout for git in seconds, e.g. on a network drive."""


@dataclass(frozen=True)
class OldPack:
    """A pack file as of a commit.

    Attributes:
        date: the day of the commit, e.g. ``2026-01-31``.
    """

    commit: str
    date: str
    content: Mapping[str, Any]

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """The hash of every entry, by ``table.id``."""
        return {
            f"{table}.{id}": entry_hash(entry)
            for table in ("prompts", "tags", "options")
            for id, entry in _table(self.content, table).items()
        }

    def entry(self, id: str) -> object:
        """Return the content of an entry, or None."""
        table, _, name = id.partition(".")
        return _table(self.content, table).get(name)

    def constraints(self, prompt: str) -> Mapping[str, str]:
        """Return the constraints listed for a prompt."""
        return _table(_table(self.content, "constraints"), prompt)


@dataclass(frozen=True)
class PackHistory:
    """The committed versions of a pack file, newest first."""

    versions: tuple[OldPack, ...]

    @classmethod
    def of(cls, path: Path) -> PackHistory | None:
        """Return the history of a pack file; None if there is none."""
        folder = path.parent
        prefix = _git(folder, "rev-parse", "--show-prefix")
        log = _git(folder, "log", "--format=%H %cs", "--", path.name)
        if prefix is None or not log:
            return None
        commits = [line.split() for line in log.decode().splitlines()]
        inside = prefix.decode().rstrip("\n") + path.name
        wanted = "".join(f"{commit}:{inside}\n" for commit, _ in commits)
        contents = _contents(_git(folder, "cat-file", "--batch", given=wanted.encode()) or b"")
        versions = []
        for (commit, date), content in zip(commits, contents, strict=False):
            try:
                versions.append(OldPack(commit, date, tomli.loads(content.decode())))
            except (tomli.TOMLDecodeError, UnicodeDecodeError):
                continue  # a commit that broke or deleted the file
        return cls(tuple(versions)) if versions else None

    def with_hash(self, id: str, digest: str) -> OldPack | None:
        """Return the newest version in which an entry has this hash."""
        return next((old for old in self.versions if old.hashes.get(id) == digest), None)


def at_same_commit(path: Path, old: OldPack) -> OldPack | None:
    """Return a pack file as of the commit of another one; None if it did not exist."""
    content = _git(path.parent, "cat-file", "blob", f"{old.commit}:./{path.name}")
    try:
        return OldPack(old.commit, old.date, tomli.loads(content.decode())) if content else None
    except (tomli.TOMLDecodeError, UnicodeDecodeError):
        return None


def _table(content: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = content.get(name)
    return table if isinstance(table, dict) else {}


def _contents(batch: bytes) -> list[bytes]:
    """Parse the output of ``git cat-file --batch``; a missing object is empty."""
    found: list[bytes] = []
    while batch:
        head, _, batch = batch.partition(b"\n")
        if head.endswith(b" missing"):
            found.append(b"")
            continue
        size = int(head.rsplit(b" ", 1)[1])
        found.append(batch[:size])
        batch = batch[size + 1 :]
    return found


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes | None:
    """Run git and return its output; None if it fails or cannot be run."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), "--no-pager", *arguments],
            input=given,
            capture_output=True,
            check=True,
            timeout=_PATIENCE,
            env={n: v for n, v in os.environ.items() if n not in _ELSEWHERE} | _READ_ONLY,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
