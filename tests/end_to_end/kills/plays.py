"""What is killed: runs, a person's play, merges and imports, each with what must be true after."""

from __future__ import annotations

import re
import sqlite3
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from clemtui.episode.doctor.records import recover
from tests.end_to_end.kills.victim import End, Victim, call

WORDS = ("crane", "slate", "hello", "world", "audio", "pound", "might", "stern", "lucky", "bread")
_RUN = re.compile(r"^Run (\S+), seed", re.MULTILINE)
_PLAYED = re.compile(r"^\[\d+/\d+\] taboo en (\w+) (\d+): \w+, [\d.]+$", re.MULTILINE)
_ROW = re.compile(r"^ taboo +en +(\d+) .* (\d+) $", re.MULTILINE)
_GUESS = re.compile(r"^You · Guesser:\nexplanation: .*\nguess: (\w+)$", re.MULTILINE)


class Plays(ABC):
    """One kind of work on one database, with random kills."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.database = folder / "records.db"
        self.random = random

    def killed(self, kills: int) -> None:
        """Do the work with that many kills, and then to its end, checking all the while.

        Raises:
            AssertionError: if anything is lost, damaged, or done twice.
        """
        hit = tries = 0
        while hit < kills:
            tries += 1
            assert tries < 10 * kills + 20, f"only {hit} of {kills} kills have hit"
            for victim in self.victims():
                victim.wait()
                print(f"{hit}: {victim.end} hit={victim.hit} {' '.join(victim.arguments)}")
                hit += victim.hit
                self.ended(victim)
                self._leaves_nothing(victim)
            self._is_sound()
        self.to_the_end()
        self._is_sound()
        assert self.query("SELECT * FROM leases") == self.query("SELECT * FROM claims") == []

    @abstractmethod
    def victims(self) -> Sequence[Victim]:
        """Start the processes of the next round."""

    @abstractmethod
    def ended(self, victim: Victim) -> None:
        """Note or check what a process has done."""

    @abstractmethod
    def to_the_end(self) -> None:
        """Do all work that is left, and check the result."""

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return rows of the database; none if it has no tables yet."""
        if not self.database.exists() or not self.database.stat().st_size:
            return []
        with closing(sqlite3.connect(self.database)) as db:
            if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
                return []
            return db.execute(sql, values).fetchall()

    def _is_sound(self) -> None:
        if self.database.exists():
            for recovery in recover(self.database):
                assert not recovery.refused, recovery
        assert self.query("PRAGMA integrity_check") in ([], [("ok",)])
        assert self.query("PRAGMA foreign_key_check") == []

    def _leaves_nothing(self, victim: Victim) -> None:
        """Only a process that could do nothing any more may leave leases and claims behind."""
        if victim.end.how in ("SIGTERM", "SIGHUP"):
            for table in ("leases", "claims"):
                assert not self.query(f"SELECT * FROM {table} WHERE pid = ?", victim.pid), victim


class Runs(Plays):
    """Runs that several processes play at once."""

    def __init__(self, folder: Path, random: Random) -> None:
        super().__init__(folder, random)
        self.acknowledged: dict[str, set[tuple[str, int]]] = defaultdict(set)

    def victims(self) -> Sequence[Victim]:
        open_ = self.query("SELECT DISTINCT run FROM work_items WHERE state <> 'done'")
        arguments: tuple[str, ...] = ("taboo", "--players", "scripted", "--lang", "en")
        if open_:
            arguments = ("--resume", self.random.choice(open_)[0])
        return [
            Victim(
                ("run", *arguments, "--parallel", "4", "--db", str(self.database)),
                self.home,
                End.draw(self.random, lines=10, seconds=0.1),
                counted="[" if self.random.random() < 0.8 else "",
            )
            for _ in range(self.random.randint(1, 3) if open_ else 1)
        ]

    def ended(self, victim: Victim) -> None:
        found = _RUN.search(victim.output)
        for name, number in _PLAYED.findall(victim.output):
            assert found is not None
            self.acknowledged[found.group(1)].add((name, int(number)))

    def to_the_end(self) -> None:
        for (run,) in self.query("SELECT id FROM runs"):
            shown = call(self.home, "run", "--resume", run, "--db", str(self.database))
            items = self.query("SELECT state, result FROM work_items WHERE run = ?", run)
            table = _ROW.search(shown)
            assert table is not None, shown
            assert table.groups() == (str(len(items)), "0")
            assert {state for state, _ in items} == {"done"}
            episodes = self.query(
                """SELECT e.id, e.experiment, e.game_id FROM tags t JOIN episodes e ON
                e.id = t.episode JOIN episode_ends n ON n.episode = e.id
                WHERE t.key = 'run' AND t.value = ? AND n.state = 'finished'""",
                run,
            )
            assert sorted(id for id, *_ in episodes) == sorted(result for _, result in items)
            tagged = self.query("SELECT episode FROM tags WHERE key = 'run' AND value = ?", run)
            assert len(tagged) == len(items), "an item was played twice"
            assert self.acknowledged[run] <= {(name, number) for _, name, number in episodes}


class Person(Plays):
    """A person who plays in plain text, typing through a pipe."""

    def victims(self) -> Sequence[Victim]:
        unfinished = self.query("SELECT episode FROM unfinished")
        which = ("--resume", unfinished[0][0]) if unfinished else ("wordle", "--new")
        typed = "".join(f"{self.random.choice(WORDS)}\nbecause\n" for _ in range(6))
        arguments = ("play", *which, "--plain", "--as", "Ann", "--db", str(self.database))
        end = End.draw(self.random, lines=4, seconds=0.02)
        return [Victim(arguments, self.home, end, counted="You · Guesser", typed=typed)]

    def ended(self, victim: Victim) -> None:
        shown = _GUESS.findall(victim.output)
        if not shown:
            return
        for recovery in recover(self.database):
            assert not recovery.refused, recovery
        texts: dict[str, list[str]] = defaultdict(list)
        for episode, text in self.query(
            "SELECT episode, text FROM entries WHERE kind = 'response' ORDER BY episode, seq"
        ):
            texts[episode].append(text.rpartition("guess: ")[2])
        assert any(_contains(said, shown) for said in texts.values()), (shown, dict(texts))

    def to_the_end(self) -> None:
        for (episode,) in self.query("SELECT episode FROM unfinished"):
            call(
                self.home, "play", "--resume", episode, "--plain", "--as", "Ann", "--db",
                str(self.database),
            )  # fmt: skip


def _contains(whole: list[str], part: list[str]) -> bool:
    starts = range(len(whole) - len(part) + 1)
    return any(whole[start : start + len(part)] == part for start in starts)


class AllOrNothing(Plays):
    """A command that adds a number of episodes to the database, and is killed while it does."""

    command: tuple[str, ...] = ()

    def __init__(self, folder: Path, random: Random, source: Path) -> None:
        super().__init__(folder, random)
        self.source = source
        began = time.monotonic()
        call(self.home, *self.arguments(folder / "measured.db"))
        self.seconds = time.monotonic() - began

    def arguments(self, database: Path) -> tuple[str, ...]:
        """Return the command that does the work."""
        return (*self.command, str(self.source), "--db", str(database))

    def victims(self) -> Sequence[Victim]:
        if self.episodes():  # done in spite of the kill: begin again
            for file in self.folder.glob("records.db*"):
                file.unlink()
        end = End.draw(self.random, lines=0, seconds=self.seconds * 1.1)
        return [Victim(self.arguments(self.database), self.home, end)]

    def episodes(self) -> int:
        """Return the number of episodes in the database."""
        return len(self.query("SELECT id FROM episodes"))


class Merges(AllOrNothing):
    """Merges of a database into an empty one."""

    command = ("database", "merge")

    def ended(self, victim: Victim) -> None:
        assert self.episodes() in (0, _episodes(self.source)), "half a merge"

    def to_the_end(self) -> None:
        call(self.home, *self.arguments(self.database))
        assert self.episodes() == _episodes(self.source)


class Imports(AllOrNothing):
    """Imports of a results tree, resumed where they were killed."""

    command = ("import", "clembench")

    def victims(self) -> Sequence[Victim]:
        if self.episodes() < self._all():
            end = End.draw(self.random, lines=0, seconds=self.seconds * 1.1)
            return [Victim(self.arguments(self.database), self.home, end)]
        return super().victims()

    def ended(self, victim: Victim) -> None:
        assert self.episodes() <= self._all()

    def to_the_end(self) -> None:
        call(self.home, *self.arguments(self.database))
        assert self.episodes() == self._all()
        assert not self.query("SELECT episode FROM unfinished"), "half an episode"

    def _all(self) -> int:
        return len(list(self.source.rglob("interactions.json")))


def _episodes(database: Path) -> int:
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM episodes").fetchone()[0])
