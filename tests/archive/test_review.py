"""Review: every step as in play; only the evidence if the rules give a different result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.archive.review import review_all, review_episode
from clemtui.engine import OBSERVER, REVEAL, GameMaster, Texts, View
from clemtui.episode.errors import PlayError
from clemtui.episode.transcript import SeatTranscript
from clemtui.episode.updates import EventsHappened
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.support.play_helpers import GAMES, choices, leave_when, play, sitting, stored


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_is_as_it_was_in_play(game: str, database: Path) -> None:
    """Lines, round and board after each entry, for every watcher."""
    async with sitting(database) as service:
        person = await play(service, choices(game, language="en"))
        review = await review_all(service, person.live.id)
        assert review.faithful
        assert review.difference == ""
        entries = len(stored(database, person.live.id).entries)
        assert review.length == entries
        master = person.live.game.start(person.live.instance, person.live.texts)
        boards = {0: {w: master.view(w) for w in review.watchers}}
        for step, entry in enumerate(stored(database, person.live.id).entries_for_replay, 1):
            master.submit(entry)
            boards[step] = {w: master.view(w) for w in review.watchers}
    happened = person.heard(EventsHappened)
    for watcher in review.watchers:
        screen = SeatTranscript(watcher)
        for step, update in enumerate(happened):
            screen.apply(update)
            state = review.at(step, watcher)
            timeless = [replace(line, at=None) for line in state.lines]
            assert timeless == [replace(line, at=None) for line in screen.lines]
            assert state.round == screen.round
            assert state.view == boards[step][watcher]
            assert (state.scores is not None) == (step == review.length)


async def test_backwards_is_the_same_as_forwards(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("moot"))
        one, two = [await review_all(service, person.live.id) for _ in range(2)]
    steps = range(one.length + 1)
    forwards = [one.at(step, REVEAL) for step in steps]
    assert [two.at(step, REVEAL) for step in reversed(steps)] == forwards[::-1]


async def test_each_board_is_computed_once(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever order steps are visited, none replays the episode from its start."""
    async with sitting(database) as service:
        person = await play(service, choices("wordle"), lambda _: "guess: nothing")
        review = await review_all(service, person.live.id)
        kind = type(person.live.master)
        calls: list[str] = []
        view = kind.view

        def counted(self: GameMaster, watcher: str) -> View:
            calls.append(watcher)
            return view(self, watcher)

        monkeypatch.setattr(kind, "view", counted)
        for step in [*range(review.length + 1), *reversed(range(review.length + 1))] * 3:
            review.at(step, REVEAL)
    assert len(calls) == review.length + 1


@pytest.mark.parametrize(
    ("changes", "watchers"),
    [({}, ("Player 1",)), ({"seat": OBSERVER}, (OBSERVER,))],
)
async def test_unfinished_episode_is_limited_to_its_own_view(
    changes: dict[str, object], watchers: tuple[str, ...], database: Path
) -> None:
    """The target of a game that can still be resumed must not be revealed."""
    async with sitting(database) as service:
        wanted = choices("taboo", **changes)
        left = await leave_when(service, wanted, lambda person: len(person.updates) > 1)
        review = await review_episode(service, left.live.id, "Ann")
        assert review.watchers == watchers
        assert review.at(review.length, watchers[0]).scores is None
        for watcher in {"Player 1", "Player 2", OBSERVER, REVEAL} - set(watchers):
            with pytest.raises(PlayError, match="this view is not available; available: "):
                review.at(0, watcher)


async def test_continued_episode_is_limited_to_its_own_view(database: Path) -> None:
    async with sitting(database) as service:
        left = await leave_when(
            service, choices("taboo", seat="Player 2"), lambda person: person.updates
        )
        await service.continue_with(left.live.id, {"Player 1": "scripted"})
        review = await review_episode(service, left.live.id, "Ann")
        assert review.stored.state == "abandoned"
        assert review.watchers == ("Player 2",)


async def test_step_out_of_range(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("taboo"))
        review = await review_all(service, person.live.id)
    for step in (-1, review.length + 1):
        with pytest.raises(IndexError):
            review.at(step, REVEAL)


@pytest.mark.parametrize("interface", ["board", "verbatim"])
async def test_an_episode_is_reviewed_as_it_was_seen(database: Path, interface: str) -> None:
    """Without verdicts or remarks, and with the board only if there was one."""
    async with sitting(database) as service:
        person = await play(service, choices("taboo", interface=interface))
        review = await review_all(service, person.live.id)
    assert (review.at(review.length, "Player 1").view == View()) == (interface == "verbatim")
    assert {line.kind for line in review.at(review.length, "Player 1").lines} == {
        "to seat",
        "from seat",
    }
    assert review.at(review.length, REVEAL).view.blocks


async def test_changed_rules_leave_only_the_evidence(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests and responses as they were, without boards, and the version they are from."""
    async with sitting(database) as service:
        person = await play(service, choices("taboo", language="en"))
        before = await review_all(service, person.live.id)
        game = service.catalogue.game("taboo")
        start = type(game).start

        def other(self: object, instance: object, texts: Texts) -> object:
            prompts = {id: prompt + " Be kind." for id, prompt in texts.prompts.items()}
            return start(self, instance, replace(texts, prompts=prompts))  # type: ignore[arg-type]

        monkeypatch.setattr(type(game), "start", other)
        monkeypatch.setattr(game, "card", replace(game.card, version="999"))
        review = await review_all(service, person.live.id)
    assert not review.faithful
    version = review.stored.summary.game_version
    assert f"recorded under taboo version {version}" in review.difference
    assert "999" in review.difference
    assert review.length == before.length

    def said(each: object, watcher: str) -> list[tuple[str, object]]:
        lines = each.at(review.length, watcher).lines  # type: ignore[attr-defined]
        return [(line.kind, line.text) for line in lines if line.kind in ("to seat", "from seat")]

    for watcher in ("Player 1", "Player 2", OBSERVER, REVEAL):
        assert said(review, watcher) == said(before, watcher)
    last = review.at(review.length, REVEAL)
    assert last.view == View()
    assert last.scores == before.at(before.length, REVEAL).scores
    assert [line.at for line in last.lines if line.at] == [
        each.at for each in review.stored.entries
    ]


async def test_different_result_is_not_faithful(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("taboo", language="en"))
        game = service.catalogue.game("taboo")
        score = type(game).score

        def contrary(self: object, master: object) -> object:
            scores = score(self, master)  # type: ignore[arg-type]
            return replace(scores, success=0 if scores.success else 1)

        assert (await review_all(service, person.live.id)).faithful
        monkeypatch.setattr(type(game), "score", contrary)
        assert not (await review_all(service, person.live.id)).faithful


async def test_game_not_installed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clemtui.episode.service import PlayService

    async with sitting(database) as service:
        person = await play(service, choices("sealed"))
    without = PlayService(database=database, settings=service.settings, front="plain")
    review = await review_all(without, person.live.id)
    assert not review.faithful
    assert "unknown game 'sealed'" in review.difference
    assert review.at(review.length, REVEAL).lines


async def test_erased_episode(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("taboo"))
        recorder = await service.recorder()
        (ann,) = await service.people()
        await recorder.do(Writer.delete_person, ann.id)
        review = await review_all(service, person.live.id)
        assert not await review.record_review("Bob")
    assert not review.faithful
    assert "erased" in review.difference
    assert (review.length, review.at(0, REVEAL).lines) == (0, ())


async def test_review_is_an_exposure_if_it_reveals_something(database: Path) -> None:
    async with sitting(database) as service:
        played = await play(service, choices("taboo"))
        watched = await play(service, choices("taboo", seat=OBSERVER))
        left = await leave_when(service, choices("wordle"), lambda person: person.updates)
        review = await review_all(service, played.live.id)
        assert await review.record_review("Ann"), "a seat does not see everything"
        assert not await review.record_review("Ann"), "once is enough"
        assert await review.record_review("Bob")
        assert not await (await review_all(service, watched.live.id)).record_review("Ann")
        assert not await (await review_all(service, left.live.id)).record_review("Ann")
        seen = await play(service, choices("taboo"))
        await service.record_solution_seen(seen.live)
        assert not await (await review_all(service, seen.live.id)).record_review("Ann")
    with Reader(database) as reader:
        reviewed = {
            person.pseudonym: [
                e.episode for e in reader.exposures(person.id) if e.kind == "reviewed"
            ]
            for person in reader.people()
        }
    assert reviewed == {"Ann": [played.live.id], "Bob": [played.live.id]}
