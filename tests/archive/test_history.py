"""History: a typed line becomes a filter, and matching episodes come in pages."""

from __future__ import annotations

import re
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.archive.episodes import check_filter, list_episodes
from clemtui.archive.history import History
from clemtui.archive.search_line import HistoryFilter
from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.planning.listing import open_games
from clemtui.language import Sentence
from clemtui.records.findings import Facets
from clemtui.records.names import PLAYER_KINDS
from clemtui.records.rows import EpisodeFilter
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, session, start
from tests.support.play_helpers import choices, leave_when, play, sitting

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def local(day: int) -> datetime:
    """Return the local start of a day of March 2026."""
    return datetime(2026, 3, day).astimezone()


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("", EpisodeFilter()),
        ("   ", EpisodeFilter()),
        ("lost river", EpisodeFilter(text="lost river")),
        (
            "game:taboo with:scripted lost river",
            EpisodeFilter(game="taboo", player="scripted", text="lost river"),
        ),
        ("lost game:taboo river", EpisodeFilter(game="taboo", text="lost river")),
        ('"lost river" x', EpisodeFilter(text='"lost river" x')),
        ('experiment:"high en"', EpisodeFilter(experiment="high en")),
        ('by:"Ada L', EpisodeFilter(person="Ada L")),  # still being typed
        ("GAME:taboo Lang:de", EpisodeFilter(game="taboo", language="de")),
        ("person:Ann player:gpt", EpisodeFilter(person="Ann", player="gpt")),
        ("outcome:Lose state:finished", EpisodeFilter(outcome="lose", state="finished")),
        ("outcome:Lost state:unfinished", EpisodeFilter(outcome="lose", state="running")),
        ("interface:verbatim", EpisodeFilter(interface="verbatim")),
        ("practice:yes", EpisodeFilter(practice=True)),
        ("practice:no", EpisodeFilter(practice=False)),
        ("tag:wave", EpisodeFilter(tag=("wave", None))),
        ("tag:wave=2", EpisodeFilter(tag=("wave", "2"))),
        ("tag:wave=", EpisodeFilter(tag=("wave", ""))),
        ('tag:" wave = 2 "', EpisodeFilter(tag=("wave", "2"))),
        ("since:2026-03-01", EpisodeFilter(since=local(1))),
        ("until:2026-03-05", EpisodeFilter(until=local(6))),  # that day included
        ("since:yesterday until:today", EpisodeFilter(since=local(9), until=local(11))),
        ("since:7d", EpisodeFilter(since=local(3))),
        ("CLUE: hot", EpisodeFilter(text="CLUE: hot")),
        ('"CLUE:hot"', EpisodeFilter(text='"CLUE:hot"')),
        ("at 12:30", EpisodeFilter(text="at 12:30")),
    ],
)
def test_search_line_is_parsed(line: str, where: EpisodeFilter) -> None:
    now = NOON.astimezone().replace(day=10)
    assert HistoryFilter.parse(line, now) == HistoryFilter(line, where)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("gmae:taboo", "unknown filter 'gmae:'; did you mean 'game:'? (available: game, "),
        ("http://x", "unknown filter 'http:'; available: game, "),
        ("outcome:won", "outcome: 'won' is not valid; use aborted, lose, success"),
        ("practice:maybe", "practice: 'maybe' is not valid; use yes, no"),
        ("game: taboo", "game: requires a value directly after the colon, e.g. game:taboo"),
        ('with:""', "with: requires a value directly after the colon, e.g. with:scripted"),
        ("tag:=2", "tag: requires a value directly after the colon, e.g. tag:wave=2"),
        ("game:a game:b", "game: given twice; use it once"),
        ("since:march", "since: '"),
        ("until:9999-12-31", "until: '"),
        ("since:99999999999d", "since: '"),
        ("?!", "'?!' contains nothing to search for: use letters or digits"),
    ],
)
def test_invalid_search_line_gives_one_line_error(line: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        HistoryFilter.parse(line)
    assert str(error.value).startswith(message)
    assert isinstance(message_of(error.value), Sentence), "said in every language"
    assert "\n" not in str(error.value)


@given(st.text() | st.from_regex(r"(game|since|tag|with|x):\S* .*", fullmatch=True))
def test_any_line_is_parsed_or_rejected(line: str) -> None:
    with suppress(UsageError):
        assert HistoryFilter.parse(line).line == line


def test_all_filters_are_documented() -> None:
    keys = ("game", "experiment", "language", "by", "with", "outcome", "state", "interface",
            "practice", "repeats", "since", "until", "tag")  # fmt: skip
    for key in keys:
        assert f"``{key}:" in (HistoryFilter.__doc__ or "")


MODELS = {"Small-Human": "lab/Big-7B", "openai/GPT": "openai/GPT"}
NAMES = (*MODELS, *MODELS.values())


@pytest.fixture(scope="module")
def with_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Episodes of a person, of two models, and of no scripted player."""
    path = tmp_path_factory.mktemp("players") / "records.db"
    with closing(Writer(path)) as writer:
        sitting = session(writer)
        writer.start_episode(start(sitting, human(writer.person("Ann").id)))
        for label, model in MODELS.items():
            seat = replace(MODEL, player=label, parameters={"model": model})
            writer.start_episode(start(sitting, seat))
    return path


def parts(name: str) -> st.SearchStrategy[str]:
    """Return parts of a name in any case, the whole name among them."""
    places = st.integers(0, len(name))
    part = st.tuples(places, places).map(lambda ends: name[min(ends) : max(ends)])
    cases = st.sampled_from([str, str.upper, str.lower, str.title, str.swapcase])
    return st.builds(lambda change, text: change(text), cases, st.just(name) | part)


@given(
    player=st.sampled_from((*PLAYER_KINDS, *NAMES, "service", "typo"))
    .flatmap(parts)
    .filter(lambda part: bool(part.strip()))
)
def test_a_player_is_refused_exactly_if_no_recorded_episode_could_match(
    with_models: Path, player: str
) -> None:
    """A whole kind is found, in any case, and may be named before it has played; anything else is
    part of a model's name."""
    where = HistoryFilter.parse(f"with:{player}").where
    named = player.casefold()
    if named in PLAYER_KINDS:
        expected = {"human": 1, "model": 2, "scripted": 0}[named]
    else:
        expected = sum(any(named in each.casefold() for each in pair) for pair in MODELS.items())
    assert len(list_episodes(with_models, where)) == expected
    if expected or named in PLAYER_KINDS:
        check_filter(with_models, where, open_games(()))
    else:
        with pytest.raises(UsageError, match=re.escape(f"unknown player '{player}'; ")):
            check_filter(with_models, where, open_games(()))


def there(database: Path) -> bool:
    return database.exists()


async def test_history_is_empty_without_records(database: Path) -> None:
    async with sitting(database) as service:
        history = History(service)
        assert await history.page(EpisodeFilter()) == ()
        assert await history.count(EpisodeFilter()) == 0
        assert await history.facets() == Facets()
        assert await history.snippets(["x"], "y") == {}
        assert await history.recent_models() == ()
    assert not there(database)


async def test_what_was_played_is_found_page_by_page(database: Path) -> None:
    async with sitting(database) as service:
        first = (await play(service, choices("taboo"))).live.id
        second = (await play(service, choices("taboo", person="Ben"))).live.id
        third = (await play(service, choices("wordle"))).live.id
        history = History(service)
        latest = await history.page(EpisodeFilter(), limit=2)
        assert [each.id for each in latest] == [third, second]
        (oldest,) = await history.page(EpisodeFilter(), before=latest[-1].id)
        assert oldest.id == first
        wanted = HistoryFilter.parse("game:taboo with:scripted by:ANN clue")
        (found,) = await history.page(wanted.where)
        assert found.id == first
        passages = await history.snippets([found.id], wanted.text)
        assert passages[first].found.casefold() == "clue"
        facets = await history.facets()
        assert [(each.value, each.episodes) for each in facets.people] == [("Ann", 2), ("Ben", 1)]


async def test_unfinished_episode_is_found_by_its_text(database: Path) -> None:
    async with sitting(database) as service:
        person = await leave_when(service, choices("taboo"), lambda p: len(p.updates) > 0)
        history = History(service)
        where = replace(HistoryFilter.parse("state:running").where, text="clue")
        assert [each.id for each in await history.page(where)] == [person.live.id]


async def test_since_and_until_are_local_days(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("taboo"))
        history = History(service)
        now = datetime.now().astimezone()
        for line, day, count in (
            ("since:today until:today", now, 1),
            ("until:yesterday", now, 0),
            ("since:today", now + timedelta(days=2), 0),
        ):
            assert await history.count(HistoryFilter.parse(line, day).where) == count
