"""Finding episodes by players, outcome and time; facets; recently used models."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.engine import Response, Scores
from clemtui.records.findings import Facet, RecentModel
from clemtui.records.rows import EpisodeFilter, ErasureTarget, SeatAssignment, TagDecision
from clemtui.store.read.reader import Reader
from clemtui.store.read.task_results import TaskSelection
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, MODEL, SetClock, human, request, session, start

DAY = timedelta(days=1)
BEGIN = SetClock().moment
SCRIPT = SeatAssignment("Player 2", "WordGuesser", "scripted", "scripted", seed=1)
OTHER = replace(MODEL, player="ollama_chat/GPT-oss")
TOOL = SeatAssignment("Shell", "Shell", "service", "shell")
WARM = replace(MODEL, parameters={"temperature": 1})
WON, LOST = Scores(0, 1, 0, {"Main Score": 100}), Scores(0, 0, 1, {"Main Score": 0})
ODD, ABORTED = Scores(1, 0, 1, {}), Scores(1, 0, 0, {})


@pytest.fixture
def several(tmp_path: Path) -> tuple[Path, list[str]]:
    """Six episodes, one per day."""
    path, clock = tmp_path / "records.db", SetClock()
    writer = Writer(path, clock=clock)
    ada, ben = writer.person("Ada").id, writer.person("Ben").id
    sitting = session(writer, ada)
    wordle = replace(INSTANCE, game="wordle", experiment="easy")
    ids = []
    for seats, changed, scores in (
        ((human(ada), MODEL), {"tags": {"wave": "1"}}, WON),
        ((human(ada), SCRIPT), {"practice": True}, LOST),
        ((human(ben), OTHER), {"interface": "verbatim"}, ODD),
        ((OTHER, TOOL), {"game": "wordle", "instance": wordle}, ABORTED),
        ((human(ada), MODEL), {"tags": {"wave": "2"}}, None),
        ((WARM,), {}, WON),
    ):
        id = writer.start_episode(start(sitting, *seats, **changed))
        if scores is not None:
            writer.end_episode(id, "finished", scores=scores)
        ids.append(id)
        clock.forward(DAY.total_seconds())
    writer.add_scores(ids[0], "taboo:0.9", LOST)
    writer.request(ids[4], request(1, "hello"))
    writer.entry(ids[4], Response.of(1, "CLUE: river"))
    writer.close()
    return path, ids


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (EpisodeFilter(player="human"), [4, 2, 1, 0]),
        (EpisodeFilter(player="scripted"), [1]),
        (EpisodeFilter(player="model"), [5, 4, 3, 2, 0]),
        (EpisodeFilter(player="openai/x"), [5, 4, 0]),
        (EpisodeFilter(player="gpt"), [3, 2]),
        (EpisodeFilter(player="Human"), [4, 2, 1, 0]),
        (EpisodeFilter(player="SCRIPTED"), [1]),
        (EpisodeFilter(player="hum"), []),  # a kind is named whole
        (EpisodeFilter(player="shell"), []),  # belongs to the rules
        (EpisodeFilter(player="service"), []),
        (EpisodeFilter(player="100%"), []),
        (EpisodeFilter(outcome="success"), [5, 0]),
        (EpisodeFilter(outcome="lose"), [1]),
        (EpisodeFilter(outcome="aborted"), [3, 2]),  # whatever the other flags
        (EpisodeFilter(interface="verbatim"), [2]),
        (EpisodeFilter(since=BEGIN + 3 * DAY), [5, 4, 3]),
        (EpisodeFilter(until=BEGIN + 3 * DAY), [2, 1, 0]),
        (EpisodeFilter(since=BEGIN + DAY, until=BEGIN + 2 * DAY), [1]),
        (EpisodeFilter(person="Ada", player="openai", outcome="success"), [0]),
        (EpisodeFilter(person="Ada", text="river"), [4]),
        (EpisodeFilter(person="Ben", text="river"), []),
        (EpisodeFilter(tag=("wave", "2"), text="RIV"), [4]),
        (EpisodeFilter(text="?!"), []),
        (EpisodeFilter(game="\ud800", person="\0"), []),
    ],
)
def test_filters(
    several: tuple[Path, list[str]], where: EpisodeFilter, expected: list[int]
) -> None:
    path, ids = several
    with Reader(path) as reader:
        found = [summary.id for summary in reader.episodes(where)]
        assert reader.count(where) == len(found)
    assert found == [ids[index] for index in expected]


@pytest.mark.parametrize(
    ("player", "found"),
    [("lab/Big", [0, 1]), ("small", [0, 1]), ("tiny", [0, 1, 2]), ("other", [2])],
)
def test_a_player_is_found_whole_by_its_model_and_by_each_of_its_labels(
    player: str, found: list[int], tmp_path: Path
) -> None:
    """The name of a row in a report can be filtered by, and gives that row."""
    writer = Writer(tmp_path / "records.db", clock=SetClock())
    sitting = session(writer)
    ids = []
    for label, model in (("small", "lab/big"), ("tiny", "lab/big"), ("tiny", "lab/other")):
        seat = replace(MODEL, player=label, parameters={"model": model})
        ids.append(writer.start_episode(start(sitting, seat)))
        writer.end_episode(ids[-1], "finished", scores=WON)
    writer.close()
    with Reader(tmp_path / "records.db") as reader:
        where = EpisodeFilter(player=player)
        assert sorted(ids.index(each.id) for each in reader.episodes(where)) == found
        assert reader.count(where) == len(found)
        known = {facet.value for facet in reader.facets().players}
    assert known == {"lab/big", "lab/other", "small", "tiny"}


ALPHA, MAX = {"model": "lab/alpha"}, {"model": "lab/alpha", "max_tokens": 9}
REFERENCE = replace(SCRIPT, player="reference mock")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("twin", [0, 1, 2]),
        ("small", [0, 1, 2, 3]),  # of another configuration, too
        ("ALPHA", [0, 1, 2, 3]),
        ("mock", [4]),
        ("scripted", [1, 4]),
        ("ascribed", []),
    ],
)
def test_a_name_finds_every_episode_of_its_player_whoever_it_plays_with(
    name: str, found: list[int], tmp_path: Path
) -> None:
    """A player has each of its names in all seats, however it was called there."""
    small = replace(MODEL, player="small", parameters=ALPHA)
    twin = replace(small, player="twin")
    pair = replace(small, seat="Player 1")
    writer = Writer(tmp_path / "records.db", clock=SetClock())
    sitting = session(writer)
    ids = []
    for seats in (
        (pair, small), (pair, SCRIPT), (twin,),
        (replace(small, parameters=MAX),), (REFERENCE,),
    ):  # fmt: skip
        ids.append(writer.start_episode(start(sitting, *seats)))
        writer.end_episode(ids[-1], "finished", scores=WON)
    writer.close()
    with Reader(tmp_path / "records.db") as reader:
        where = EpisodeFilter(player=name)
        assert sorted(ids.index(each.id) for each in reader.episodes(where)) == found
        assert reader.count(where) == len(found)
        assert reader.task_results(EpisodeFilter(), TaskSelection(players=(name,))) == (
            reader.task_results(where, TaskSelection())
        )
        for facet in reader.facets().players:
            assert reader.count(EpisodeFilter(player=facet.value)) == facet.episodes


def test_only_what_people_played_has_an_interface(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db", clock=SetClock())
    sitting, ada = session(writer), writer.person("Ada").id
    ids = []
    for seats in ((human(ada), MODEL), (MODEL,)):
        ids.append(writer.start_episode(start(sitting, *seats, interface="assisted")))
        writer.end_episode(ids[-1], "finished", scores=WON)
    writer.close()
    with Reader(tmp_path / "records.db") as reader:
        where = EpisodeFilter(interface="assisted")
        assert [each.id for each in reader.episodes(where)] == ids[:1]
        assert reader.count(where) == 1
        assert sum(reader.results(where).items.values()) == 1
        assert reader.facets().interfaces == (Facet("assisted", 1),)


@given(
    value=st.text(alphabet="2x \t\u00a0\u3000\x1c", min_size=1, max_size=4),
    wanted=st.text(alphabet="2x \t\u00a0\u3000\x1c", max_size=4),
)
@example(value=" 2", wanted="2")
@example(value="2", wanted=" 2")
@example(value=" ", wanted="")
def test_a_tag_is_found_whatever_blanks_are_around_its_value(value: str, wanted: str) -> None:
    """Older versions recorded the blanks."""
    with TemporaryDirectory() as folder, closing(Writer(Path(folder, "records.db"))) as writer:
        sitting = session(writer)
        for tags in ({"wave": value, "other": "2"}, {"wave": "another"}, {"wave": "1 3"}):
            writer.start_episode(start(sitting, MODEL, tags=tags))
        with Reader(writer.path) as reader:
            found = reader.count(EpisodeFilter(tag=("wave", wanted)))
    assert found == (value.strip() == wanted.strip())


def test_pages_of_what_is_filtered(several: tuple[Path, list[str]]) -> None:
    path, ids = several
    where = EpisodeFilter(player="human")
    with Reader(path) as reader:
        pages = [reader.episodes(where, limit=2)]
        while pages[-1]:
            pages.append(reader.episodes(where, limit=2, before=pages[-1][-1].id))
    found = [[summary.id for summary in page] for page in pages]
    assert found == [[ids[4], ids[2]], [ids[1], ids[0]], []]


def test_everything_is_counted_without_a_filter(several: tuple[Path, list[str]]) -> None:
    with Reader(several[0]) as reader:
        assert reader.count() == 6


def test_the_version_changes_with_what_a_list_shows_and_with_nothing_else(
    several: tuple[Path, list[str]],
) -> None:
    path, ids = several
    with Reader(path) as reader, closing(Writer(path, clock=SetClock())) as writer:

        def changed(act: Callable[[], object]) -> bool:
            before = reader.version()
            act()
            return reader.version() != before

        sitting = session(writer)
        new = start(sitting, MODEL)
        assert changed(lambda: ids.append(writer.start_episode(new)))
        assert not changed(lambda: writer.request(ids[-1], request(1, "hello")))
        assert changed(lambda: writer.end_episode(ids[-1], "finished"))
        assert changed(lambda: writer.add_scores(ids[-1], "taboo:1.0", WON))
        assert changed(lambda: writer.tag([ids[0]], TagDecision("wave", "3", "Ann")))
        revoked = TagDecision("wave", "3", "Ann", revoked=True)
        assert changed(lambda: writer.tag([ids[0]], revoked))
        assert changed(lambda: writer.erase(ErasureTarget(episodes=(ids[0],))))


def test_facets(several: tuple[Path, list[str]]) -> None:
    path, _ = several
    with Reader(path) as reader:
        facets = reader.facets()
        for found, name in (
            (facets.games, "game"), (facets.experiments, "experiment"), (facets.people, "person"),
            (facets.players, "player"), (facets.outcomes, "outcome"), (facets.states, "state"),
            (facets.languages, "language"), (facets.interfaces, "interface"),
        ):  # fmt: skip
            for facet in found:  # the count equals the number of episodes that the filter finds
                where: dict[str, Any] = {name: facet.value}
                assert reader.count(EpisodeFilter(**where)) == facet.episodes
    assert facets.games == (Facet("taboo", 5), Facet("wordle", 1))
    assert facets.people == (Facet("Ada", 3), Facet("Ben", 1))
    assert facets.outcomes == (Facet("aborted", 2), Facet("success", 2), Facet("lose", 1))
    assert facets.states == (Facet("finished", 5), Facet("running", 1))
    assert facets.players == (
        Facet("human", 4), Facet("openai/x", 3), Facet("ollama_chat/GPT-oss", 2),
        Facet("scripted", 1),
    )  # fmt: skip
    assert facets.tags == (Facet("wave", 2),)


def test_deleted_people_are_not_facets_but_what_their_episodes_belong_to_is(
    several: tuple[Path, list[str]],
) -> None:
    path, _ = several
    writer = Writer(path)
    writer.delete_person(writer.person("Ada").id)
    writer.close()
    with Reader(path) as reader:
        assert reader.facets().people == (Facet("Ben", 1),)
        assert reader.facets().tags == (Facet("wave", 2),), "membership outlives them"


def test_recent_models_are_listed_once_per_parameters(
    several: tuple[Path, list[str]],
) -> None:
    path, _ = several
    latest = (
        RecentModel("openai/x", {"temperature": 1}, BEGIN + 5 * DAY, 1),
        RecentModel("openai/x", {"temperature": 0}, BEGIN + 4 * DAY, 2),
        RecentModel("ollama_chat/GPT-oss", {"temperature": 0}, BEGIN + 3 * DAY, 2),
    )
    with Reader(path) as reader:
        assert reader.recent_models() == latest
        assert reader.recent_models(2) == latest[:2]
