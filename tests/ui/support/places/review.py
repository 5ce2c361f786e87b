"""Places after a game: reading an episode and saving it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clemtui.episode.planning.plan import Choices
from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.navigation import OpenReview
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.transcript.stepping import StepTranscript
from tests.ui.snapshots.environment import PERSON
from tests.ui.snapshots.scenes.results import export as export_scene
from tests.ui.support.key_trials import (
    Check,
    Effect,
    Place,
    Trial,
    Walk,
    becomes,
    changes,
    closes,
    focus_moves,
    focuses,
    in_text,
    opens,
    toggles,
)
from tests.ui.support.places.play import TRANSCRIPT
from tests.ui.support.reviews import record_finished

# Reading and saving


GUESSES = ("zzzzz", "crane", "tale", "moist", "abc")
"""Guesses of which three are refused."""


async def reading(walk: Walk) -> None:
    """Open the review of a wordle episode with refused guesses, after a search."""
    if "reading" not in walk.made:
        guesses = iter(GUESSES)
        walk.made["reading"] = await record_finished(
            walk.folder,
            Choices(game="wordle", language="en", person=PERSON),
            lambda _: f"explanation: I try it\nguess: {next(guesses, 'pudgy')}",
        )
    episode = walk.made["reading"]
    walk.app.push_screen(ReviewScreen(walk.app.context, OpenReview(episode, "I try it")))
    screen = await walk.on(ReviewScreen)
    await walk.until(lambda: screen.reading and screen._found, "what is read")
    await middle(walk)


async def reading_asides(walk: Walk) -> None:
    """Open the review of a game with side questions."""
    if "reading asides" not in walk.made:
        wanted = Choices(game="privateshared", language="en", person=PERSON)
        walk.made["reading asides"] = await record_finished(
            walk.folder, wanted, lambda _: "ASIDE: no"
        )
    walk.app.push_screen(ReviewScreen(walk.app.context, OpenReview(walk.made["reading asides"])))
    screen = await walk.on(ReviewScreen)
    await walk.until(lambda: screen.reading, "what is read")
    await walk.until(lambda: isinstance(walk.focused, StepTranscript), "the transcript")


def step(walk: Walk) -> Any:
    """Return the current step."""
    return walk.screen.step


async def middle(walk: Walk) -> None:
    """Go to a step in the middle."""
    await walk.screen._show(walk.screen.reading.length // 2)


def goes_to(wanted: Any) -> Effect:
    """The screen goes to the step that ``wanted`` computes from it."""

    def effect(walk: Walk) -> Check:
        screen = walk.screen
        there = wanted(screen)
        assert there != screen.step
        return lambda: screen.step == there

    return effect


def goes_to_next_of(read: Any, way: int) -> Effect:
    """The screen goes to the next of some steps, wrapping around at the ends."""

    def wanted(screen: ReviewScreen) -> int:
        places = list(read(screen))
        assert len(places) > 1, f"{places} are too few"
        ahead = [s for s in places if (s > screen.step if way > 0 else s < screen.step)]
        if way > 0:
            return int(ahead[0] if ahead else places[0])
        return int(ahead[-1] if ahead else places[-1])

    return goes_to(wanted)


def rejected_steps(screen: Any) -> Any:
    """Return the steps in which a response was not accepted."""
    return screen.reading.rejected_steps()


def places_found(screen: Any) -> Any:
    """Return the steps that match the search."""
    return screen._found


async def saving(walk: Walk) -> None:
    """Open the export screen with the name of a new file."""
    await export_scene(walk.pilot)
    walk.one("#file").value = str(walk.folder / f"saved-{next(walk.numbers)}.md")


async def at_the_file(walk: Walk) -> None:
    """Focus the file name, because the other fields use these keys themselves."""
    walk.one("#file").focus()


def saved(walk: Walk) -> Check:
    """The file exists, and the screen is closed."""
    file, gone = Path(walk.one("#file").value), closes(walk)
    return lambda: gone() and "# " in file.read_text(encoding="utf-8")


READING = (
    Place(
        "reading",
        (ReviewScreen, StepTranscript),
        reading,
        {
            "review.view": changes(lambda walk: walk.screen.watcher),
            "review.find": focuses("#search"),
            "review.next": Trial(goes_to_next_of(places_found, 1), middle),
            "review.before": Trial(goes_to_next_of(places_found, -1), middle),
            "review.trouble": Trial(goes_to_next_of(rejected_steps, 1), middle),
            "review.refused": Trial(goes_to_next_of(rejected_steps, -1), middle),
            "review.english": changes(lambda walk: walk.screen.remark),
            "review.card": opens(ReaderScreen),
            "review.times": changes(lambda walk: walk.one(StepTranscript).details),
            "review.board": toggles("-toggled"),
            "review.copy_all": changes(lambda walk: walk.app.clipboard),
            "review.export": opens(ExportDialog),
            "review.again": opens(PlayScreen),
            "review.close": closes,
            **TRANSCRIPT,
            **{
                id: trial
                for id, trial in in_text(StepTranscript).items()
                if id in ("move.up", "move.down")
            },
            "move.left": Trial(becomes(step, lambda before: before - 1), middle),
            "move.right": Trial(becomes(step, lambda before: before + 1), middle),
            "move.page_up": Trial(goes_to(lambda s: s.reading.round_start(s.step, -1)), middle),
            "move.page_down": Trial(goes_to(lambda s: s.reading.round_start(s.step, 1)), middle),
            "move.first": Trial(goes_to(lambda s: 0), middle),
            "move.last": Trial(goes_to(lambda s: s.reading.length), middle),
        },
        size=(80, 16),
    ),
    Place(
        "reading side questions",
        (StepTranscript,),
        reading_asides,
        {"message.asides": changes(lambda walk: walk.one(StepTranscript).unfolded)},
    ),
    Place(
        "saving",
        (ExportDialog,),
        saving,
        {
            "export.close": closes,
            "export.save": saved,
            "export.next": Trial(focus_moves(1), at_the_file),
            "export.before": Trial(focus_moves(-1), at_the_file),
        },
    ),
)
