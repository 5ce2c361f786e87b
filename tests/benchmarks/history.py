"""Lists, filters, search and reports over many recorded episodes.

The database is made by raw inserts: what is measured is how it is read. Its episodes have the shape
of taboo: two seats, three rounds, the same long instructions in each, and clues of words that are
frequent or rare like those of a language. Ids and hashes are as long as real ones.
"""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

from clemtui.records.results import TallyScope
from clemtui.records.rows import EpisodeFilter
from clemtui.reports.report import Rows, make_report
from clemtui.store import line_ups, search
from clemtui.store.clock import iso
from clemtui.store.database import open_for_writing, write_transaction
from clemtui.store.read.reader import Reader
from tests.benchmarks.figures import Figure
from tests.benchmarks.startup import PROGRAM

BUDGET_MS = 200.0
"""What someone waits for in front of a list, up to a million episodes."""
COUNT_BUDGET_MS, REPORT_BUDGET_MS = 200.0, 1000.0
"""For each 100,000 episodes: a count appears after its list, and a report may read everything."""
UPGRADE_BUDGET_MS = 10_000.0
"""For each 100,000 episodes: an upgrade may compute all results again."""
MEMORY_BUDGET_MB = 200.0
"""The peak memory of a report, whatever the number of episodes."""
PAGE = 100
ROUNDS = 3
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
MODELS = tuple(f"openai/model-{number}" for number in range(12))
GAMES = ("taboo", "taboo", "wordle", "privateshared", "referencegame")
HANZI = "的一是不了人我在有他这为之大来以个中上们河流水山风"
INSTRUCTIONS = (
    "You are playing a game of clues. You describe an expression without the words that are "
    "forbidden, and the other player guesses it. You have three turns. Begin what you write with "
    "CLUE: and write nothing else. Never use a part of a forbidden word, nor the expression itself."
)

FEW_INSTRUCTIONS = "Give clues and nothing else; some words are forbidden."


def _id(number: int) -> str:
    """An id that sorts by its number."""
    return str(uuid.UUID(int=number << 80 | 7 << 76 | 2 << 62 | number))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


SESSION, CONTENT, INSTANCE = _id(1), _hash("{}"), tuple(_hash(f"i{n}") for n in range(500))
PEOPLE = tuple(_id(n) for n in range(40))


def fill(path: Path, episodes: int, *, short: bool = False) -> None:
    """Make a database of finished episodes (one in a hundred is unfinished), with its index.

    ``short``: with one round and few words, as a million long ones would take 20 GB.
    """
    db = open_for_writing(path)
    connection = db.conn
    connection.execute("PRAGMA synchronous = OFF")
    for (trigger,) in connection.execute(
        """SELECT name FROM sqlite_master WHERE type = 'trigger'
        AND tbl_name NOT IN ('episode_results', 'result_counts', 'result_items')"""
    ).fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    with write_transaction(db):
        _insert(connection, "contents", (CONTENT, "parameters", "{}"))
        people = ((id, f"person {n}", iso(BEGIN), CONTENT) for n, id in enumerate(PEOPLE))
        _insert(connection, "people", *people)
        _insert(
            connection, "sessions", (SESSION, None, "run", iso(BEGIN), 0, "1", "3", "x", iso(BEGIN))
        )
        for rows in _episodes(episodes, short=short):
            for table, values in rows.items():
                _insert(connection, table, *values)
        connection.execute(
            """INSERT OR IGNORE INTO exposure_keys
            SELECT instance_hash, task_key, rules_hash FROM episodes"""
        )
        line_ups.complete(db)
        connection.execute("INSERT OR IGNORE INTO results_pending SELECT id FROM episodes")
        search.rebuild(db)
    db.close()


def _insert(connection: sqlite3.Connection, table: str, *rows: tuple[Any, ...]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def _episodes(count: int, *, short: bool) -> Iterator[dict[str, list[tuple[Any, ...]]]]:
    draw = random.Random(7)
    words = [
        "".join(draw.choices("abcdefghilmnoprstuvw", k=draw.randint(3, 9))) for _ in range(9000)
    ]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    sums = list(accumulate(weights))
    for number in range(count):
        yield _episode(
            draw,
            number,
            lambda: draw.choices(words, cum_weights=sums, k=12),
            1 if short else ROUNDS,
        )


def _episode(
    draw: random.Random, number: int, said: Callable[[], list[str]], rounds: int
) -> dict[str, list[tuple[Any, ...]]]:
    at = iso(BEGIN + timedelta(minutes=number))
    id = _id(number)
    game, language = draw.choice(GAMES), "zh" if number % 10 == 0 else "en"
    people = number % 4 == 0
    first = (
        ("human", PEOPLE[draw.randrange(40)], "human")
        if people
        else ("model", None, draw.choice(MODELS))
    )
    second = ("scripted", None, "scripted") if number % 3 else ("model", None, draw.choice(MODELS))
    aborted = int(draw.random() < 0.1)
    success = int(not aborted and draw.random() < 0.6)
    requests, entries = [], []
    for turn in range(rounds):
        for seat in (1, 2):
            n = 2 * turn + seat
            heard = (
                (INSTRUCTIONS if rounds > 1 else FEW_INSTRUCTIONS)
                if turn == 0
                else " ".join(said())
            )
            text = "".join(draw.choices(HANZI, k=15)) if language == "zh" else " ".join(said())
            messages = json.dumps([{"role": "user", "parts": [{"text": heard}]}])
            requests.append(
                (id, n, SESSION, f"Player {seat}", "Role", "dialogue", "move", 0, None, 0, messages,
                 CONTENT, None, None, at, 0.0)
            )  # fmt: skip
            entries.append(
                (id, n, SESSION, "response", n, f"Player {seat}", "[]", text, None, None, at, 0.0,
                 *[None] * 10)
            )  # fmt: skip
    over = number % 100 != 99
    return {
        "episodes": [
            (id, SESSION, game, game, "1.0", CONTENT, f"group_{number % 500 % 7}", number % 500,
             f"task {number % 500}", INSTANCE[number % 500], CONTENT, "", "", CONTENT, CONTENT,
             language, CONTENT, CONTENT, "verbatim" if number % 8 == 0 else "assisted", 0, at, 1)
        ],
        "seat_assignments": [
            (id, f"Player {position}", position, role, kind, person, player, CONTENT, None)
            for position, role, (kind, person, player) in (
                (1, "WordDescriber", first), (2, "WordGuesser", second)
            )
        ],
        "requests": requests,
        "entries": entries,
        "episode_ends": [(id, SESSION, "finished", "", at, 0.0)] if over else [],
        "scores": [
            (id, f"{game}:1.0", CONTENT, aborted, success, int(not aborted and not success),
             None if aborted else 100.0 * success, "{}", "{}", "{}", at)
        ] if over else [],
    }  # fmt: skip


QUERIES: tuple[tuple[str, EpisodeFilter], ...] = (
    ("all", EpisodeFilter()),
    ("a game", EpisodeFilter(game="wordle")),
    ("a person who lost", EpisodeFilter(person="person 3", outcome="lose")),
    ("scripted partners, a week", EpisodeFilter(
        player="scripted", since=BEGIN + timedelta(days=10), until=BEGIN + timedelta(days=17))),
    ("a model, aborted", EpisodeFilter(player="model-7", outcome="aborted")),
    ("nothing found", EpisodeFilter(experiment="group_3", language="xx")),
    ("unfinished", EpisodeFilter(state="running")),
    ("a word of every episode", EpisodeFilter(text="forbidden")),
    ("two words, one rare", EpisodeFilter(text="forbidden rtvwu")),
    ("a beginning of many words", EpisodeFilter(text="s")),
    ("a phrase", EpisodeFilter(text='"nothing else" clues')),
    ("a phrase, an outcome", EpisodeFilter(outcome="lose", text='"nothing else"')),
    ("two Chinese characters", EpisodeFilter(text="河流")),
    ("words that nobody said, a game", EpisodeFilter(game="taboo", text="xylophonist")),
)  # fmt: skip


def _milliseconds(work: Callable[[], object]) -> float:
    """The best of three, on a connection that has been used before, in processor time: what else
    the machine does does not count."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        work()
        best = min(best, (time.process_time() - started) * 1000)
    return best


def history(episodes: int, *, short: bool = False) -> tuple[Figure, ...]:
    """Pages and counts of each query, facets, tallies and reports in milliseconds, the memory of a
    report, and what an upgrade takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.db"
        fill(path, episodes, short=short)
        return *measured(path, episodes), _upgrade(path, episodes)


def _share(episodes: int) -> float:
    """How often a budget for each 100,000 episodes is allowed; few ones have some of it, too."""
    return max(episodes / 100_000, 0.25)


def measured(path: Path, episodes: int) -> tuple[Figure, ...]:
    """The figures of a database that `fill` made, which stays as it is."""
    share = _share(episodes)
    figures = []

    def figure(name: str, milliseconds: float, of_100_000: float | None = None) -> None:
        name = f"{name} ({episodes:,} episodes)"
        budget = BUDGET_MS * min(share, 1) if of_100_000 is None else of_100_000 * share
        figures.append(Figure(name, milliseconds, "ms", budget))

    with Reader(path) as reader:
        for name, where in QUERIES:
            figure(f"list: {name}", _milliseconds(partial(reader.episodes, where, limit=PAGE)))
            count = _milliseconds(partial(reader.count, where))
            figure(f"count: {name}", count, COUNT_BUDGET_MS)
        figure("facets", _milliseconds(reader.facets))
        recent = _milliseconds(lambda: reader.recent_models(10))
        figure("recent models", recent, COUNT_BUDGET_MS)
        taboo = TallyScope("taboo", "1.0", (CONTENT,))
        assert sum(row.episodes for row in reader.tallies(taboo).rows) > episodes / 4
        figure("tally: a game", _milliseconds(lambda: reader.tallies(taboo)))
        instance = TallyScope("taboo", "1.0", (CONTENT,), instance_hash=INSTANCE[7])
        figure("tally: an instance", _milliseconds(lambda: reader.tallies(instance)))
    everything = partial(make_report, path, EpisodeFilter())
    figure("report: players and games", _milliseconds(everything), REPORT_BUDGET_MS)
    figure(
        "report: games", _milliseconds(partial(everything, rows=Rows(("game",)))), REPORT_BUDGET_MS
    )
    memory = f"memory of a report ({episodes:,} episodes)"
    return *figures, Figure(memory, _megabytes_of_a_report(path), "MB", MEMORY_BUDGET_MB)


def _upgrade(path: Path, episodes: int) -> Figure:
    """The processor time of computing all results again while the database is opened."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO results_pending SELECT id FROM episodes")
    started = time.process_time()
    open_for_writing(path).close()
    milliseconds = (time.process_time() - started) * 1000
    name = f"upgrade: all results again ({episodes:,} episodes)"
    return Figure(name, milliseconds, "ms", UPGRADE_BUDGET_MS * _share(episodes))


# Started by a small program: the peak of a process includes that of the one it was forked from.
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def _megabytes_of_a_report(path: Path) -> float:
    """The peak resident memory of `clemtui report`."""
    program = [sys.executable, *PROGRAM, "report", "--db", str(path)]
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, *program], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1000  # kilobytes on Linux
