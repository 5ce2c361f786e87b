"""No command and no front reveals to a person what only another seat of their episode may know.

Every bundled game and every contract game, with a person in each seat, left unfinished.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Static

from clemtui.archive.documents import FORMS, document_of, render
from clemtui.archive.review import review_episode
from clemtui.episode.errors import PlayError
from clemtui.language import Interface
from clemtui.ui.archive.review.screen import ReviewScreen
from tests.secrets.unfinished import Casting, Hidden, Left, castings, record
from tests.support.calling import call
from tests.support.families import CONTRACT_GAMES
from tests.support.play_helpers import sitting
from tests.ui.support.app import on, opened, text_of, until, wait_for_workers
from tests.ui.support.reviews import step_line, transcript

CASTINGS = tuple(castings())
GAMES = sorted({each.game for each in CASTINGS if len(each.players) > 1})
STRANGER = "Zoe"
READING = ("1", "first", *(["on", "board", "time"] * 4), "last", "english", "pack")
SHOWN = (*((f"--format={form}",) for form in ("text", *FORMS)), ("--json",))


@pytest.fixture(scope="module", params=CASTINGS, ids=str)
def left(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Left:
    return record(tmp_path_factory.mktemp("left"), request.param)


def run(left: Left, *arguments: str, typed: str = "") -> str:
    """Call a command; return everything that it prints."""
    places = ("--db", str(left.database), "--collection", str(CONTRACT_GAMES))
    called = call(*arguments, *places, typed=typed)
    assert "internal error" not in called.err
    return called.out + called.err


def viewers(left: Left) -> Iterator[tuple[str, Hidden]]:
    """Yield everyone who might look, and what must be hidden from them.

    A stranger must not see what anyone who plays must not, as it may be one of them.
    """
    for seat, person in left.casting.people.items():
        yield person, left.hidden_from(seat)
        yield STRANGER, left.hidden_from(seat)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_with_several_seats_has_secrets(game: str, tmp_path: Path) -> None:
    """Otherwise the other tests would show nothing."""
    found = []
    for casting in (each for each in CASTINGS if each.game == game):
        (tmp_path / str(casting)).mkdir()
        found += [hidden for _, hidden in viewers(record(tmp_path / str(casting), casting))]
    assert any(each.words or each.lines for each in found)


def test_commands_that_print_an_episode(left: Left, tmp_path: Path) -> None:
    calls = [
        *(("episodes", "show", left.id, *form) for form in SHOWN),
        ("episodes", "export"),
        ("episodes", "export", left.id),
        ("episodes", "list"),
        ("episodes", "list", "--json"),
        ("export", "clembench", str(tmp_path / "tree")),
        ("report", "--json"),
        ("report", "--by", "instances"),
        ("people", "list"),
        ("--plain",),
    ]
    for words in calls:
        said = run(left, *words)
        for _, hidden in viewers(left):
            assert hidden.found_in(said) == [], words
    assert not (tmp_path / "tree").exists()


def test_view_of_a_seat_that_is_asked_for(left: Left) -> None:
    for seat in left.casting.people:
        hidden = left.hidden_from(seat)
        for form in SHOWN:
            said = run(left, "episodes", "show", left.id, *form, "--view", seat)
            assert hidden.found_in(said) == [], (seat, form)
        assert hidden.found_in(run(left, "episodes", "export", left.id, "--view", seat)) == []


def test_plain_history(left: Left) -> None:
    seats = left.episode.summary.seats
    views = [f"as {name}" for each in seats for name in (each.seat, each.role)]
    typed = "\n".join((*READING, *views, "as observer", "as all", "last", "board", "leave", ""))
    for person, hidden in viewers(left):
        said = run(left, "history", "--plain", "--as", person, typed=typed)
        assert hidden.found_in(said) == [], person


def test_plain_history_of_someone_who_does_not_say_who_they_are(left: Left) -> None:
    """They may be anyone who plays, even where the settings name a default person."""
    if len(left.casting.people) == 1:
        return  # the only player has no one to hide something from
    for person in left.casting.people.values():
        assert run(left, "people", "use", person) is not None
        said = run(left, "history", "--plain", typed="\n".join((*READING, "leave", "")))
        for seat in left.casting.people:
            assert left.hidden_from(seat).found_in(said) == [], person


def test_search(left: Left) -> None:
    for _, hidden in viewers(left):
        for text in (*hidden.words, *hidden.lines):
            quoted = f'"{" ".join(text.replace(chr(34), " ").split())}"'
            said = run(left, "history", "--plain", "--as", STRANGER, quoted)
            if left.id[-8:] in said:  # the search ignores punctuation, so a public line may match
                assert text not in hidden.words
                assert hidden.found_in(said) == [], text


def test_documents_of_the_app(left: Left) -> None:
    """What the dialog for saving offers: every view in every format."""

    async def documents(person: str) -> list[str]:
        async with sitting(left.database) as service:
            review = await review_episode(service, left.id, person)
            made = [await document_of(service, review, each) for each in review.watchers]
            return [render(each, form, Interface("en")) for each in made for form in FORMS]

    for person, hidden in viewers(left):
        if person == STRANGER and len(left.casting.people) > 1:
            with pytest.raises(PlayError, match="only the people in it may see it"):
                asyncio.run(documents(person))
            continue
        for text in asyncio.run(documents(person)):
            assert hidden.found_in(text) == [], person


@pytest.mark.parametrize("casting", [c for c in CASTINGS if len(c.people) > 1], ids=str)
async def test_review_in_the_app(casting: Casting, tmp_path: Path) -> None:
    left = await asyncio.to_thread(record, tmp_path, casting)
    for seat, person in casting.people.items():
        shown = await read_in_app(left, person)
        assert left.hidden_from(seat).found_in(shown) == [], person


async def read_in_app(left: Left, person: str) -> str:
    """Step through an episode in the app, in every view; return what was on the screen."""
    seen = []
    async with opened(left.database.parent, review=left.id, person=person) as (app, pilot):
        screen = await on(pilot, ReviewScreen)
        await until(pilot, lambda: screen.reading)
        await wait_for_workers(app.workers)
        for key in ("home", "v", "end", "v", "w", "t"):
            await pilot.press(key)
            await wait_for_workers(app.workers)
            await pilot.pause()
            texts = [text_of(each) for each in screen.query(Static)]
            seen += [transcript(screen), step_line(screen), screen.title_text(), *texts]
    return "\n".join(seen)
