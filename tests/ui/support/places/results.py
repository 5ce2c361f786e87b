"""Places after a game: result, progress and history."""

from __future__ import annotations

from typing import Any

from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.history.table import EpisodeTable
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.effect.screen import EffectScreen
from clemtui.ui.results.progress.screen import ProgressGameList, ProgressScreen
from clemtui.ui.results.screen import ResultScreen, ScoresPane, TranscriptPane
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.saving import default_folder
from clemtui.ui.widgets.filters import FilterBox
from clemtui.ui.widgets.transcript.folding import FoldingTranscript
from tests.ui.snapshots.stage import open_result
from tests.ui.support.app import wait_for_workers
from tests.ui.support.key_trials import (
    Check,
    Effect,
    Place,
    Trial,
    Walk,
    changes,
    closes,
    focuses,
    in_list,
    in_text,
    movement_trials,
    opens,
)
from tests.ui.support.places.play import TRANSCRIPT

# Result


async def result(walk: Walk) -> None:
    """Open the result of a taboo episode that was won; it is played only once."""
    if (played := walk.made.get("result")) is None:
        screen = await open_result(walk.pilot, "taboo")
        walk.made["result"] = screen.destination
        return
    walk.app.push_screen(ResultScreen(walk.app.context, played))
    screen = await walk.on(ResultScreen)
    await walk.until(lambda: screen._game is not None, "the comparison")
    await wait_for_workers(screen.workers)


def page(walk: Walk) -> Any:
    """Return what stands beside the board."""
    return walk.screen.page


async def others_shown(walk: Walk) -> None:
    """Show how others did."""
    walk.screen.action_page("others")
    await walk.until(lambda: walk.focused is walk.screen.query_one("#others"), "others")


async def scores_shown(walk: Walk) -> None:
    """Show the scores in place of how others did."""
    walk.screen.action_page("scores")
    await walk.until(lambda: isinstance(walk.focused, ScoresPane), "the scores")


async def transcript_shown(walk: Walk) -> None:
    """Show the transcript in place of how others did, with everything in it as sent."""
    walk.screen.action_page("told")
    transcript = walk.one(FoldingTranscript)
    if not transcript.raw:
        transcript.action_raw()
    await walk.until(lambda: walk.focused is transcript, "the transcript")


async def scores(walk: Walk) -> None:
    """Open the scores of the episode that was won."""
    await result(walk)
    await scores_shown(walk)


async def told(walk: Walk) -> None:
    """Open the transcript of the episode that was won."""
    await result(walk)
    await transcript_shown(walk)


async def side_questions(walk: Walk) -> None:
    """Open the transcript of a finished game with side questions."""
    if (played := walk.made.get("asides")) is None:
        screen = await open_result(walk.pilot, "privateshared")
        walk.made["asides"] = screen.destination
    else:
        walk.app.push_screen(ResultScreen(walk.app.context, played))
        screen = await walk.on(ResultScreen)
        await walk.until(lambda: screen._game is not None, "the comparison")
        await wait_for_workers(screen.workers)
    await transcript_shown(walk)
    await walk.until(lambda: isinstance(walk.focused, FoldingTranscript), "the transcript")


async def languages_known(walk: Walk) -> None:
    """Wait until the other languages of the task are known."""
    await walk.until(lambda: walk.screen.languages, "the other languages")


def seat(walk: Walk) -> Any:
    """Return the person's seats."""
    return walk.screen.live.human_seats


def shares(walk: Walk) -> Check:
    """A line about the result is on the clipboard."""
    walk.app._clipboard = ""
    return lambda: walk.app.clipboard.startswith("clemtui ")


def saves_picture(walk: Walk) -> Check:
    """A picture of the result is saved where files are by default."""
    folder = default_folder()
    before = set(folder.glob("clemtui-result-*.svg"))
    return lambda: set(folder.glob("clemtui-result-*.svg")) > before


def starts_episode(*, same_instance: bool, same_seat: bool = True) -> Effect:
    """A new episode of the game starts, with the same or another instance and seat."""

    def effect(walk: Walk) -> Check:
        before = walk.screen.live
        there = opens(PlayScreen)(walk)

        def happened() -> bool:
            if not there():
                return False
            live = walk.screen.live
            assert live.id != before.id
            assert (live.instance.hash == before.instance.hash) == same_instance
            assert (live.human_seats == before.human_seats) == same_seat
            return True

        return happened

    return effect


RESULT = (
    Place(
        "result",
        (ResultScreen,),
        result,
        {
            "result.next": starts_episode(same_instance=False),
            "result.again": starts_episode(same_instance=True),
            "result.seat": starts_episode(same_instance=True, same_seat=False),
            "result.partner": opens(PartnerDialog),
            "result.language": Trial(opens(ChoiceDialog), languages_known),
            "result.scores": Trial(changes(page), others_shown),
            "result.told": Trial(changes(page), others_shown),
            "result.share": shares,
            "result.picture": saves_picture,
            "result.view": Trial(changes(lambda walk: walk.screen.watcher), transcript_shown),
            "result.steps": opens(ReviewScreen),
            "result.save": opens(ExportDialog),
            "result.home": Trial(closes, others_shown),
        },
    ),
    Place(
        "the scores of a result",
        (ScoresPane,),
        scores,
        {
            "result.leave_scores": Trial(changes(page), scores_shown),
            "result.back": Trial(changes(page), scores_shown),
            **in_text(ScoresPane),
        },
    ),
    Place(
        "the transcript of a result",
        (TranscriptPane,),
        told,
        {
            "result.leave_told": Trial(changes(page), transcript_shown),
            "result.back": Trial(changes(page), transcript_shown),
        },
    ),
    Place(
        "side questions in the transcript of a result",
        (FoldingTranscript,),
        side_questions,
        {
            "message.asides": changes(lambda walk: walk.one(FoldingTranscript).unfolded),
            **TRANSCRIPT,
            **in_text(FoldingTranscript),
        },
    ),
)


# Progress


async def progress(walk: Walk) -> None:
    """Open the progress screen."""
    walk.screen.action_progress()
    screen = await walk.on(ProgressScreen)
    await walk.until(lambda: screen._everybody and screen.languages, "the numbers")
    await wait_for_workers(screen.workers)


async def at_taboo(walk: Walk) -> None:
    """Select the game that was played most."""
    screen, games = walk.screen, walk.one(ProgressGameList)
    games.highlighted = games.get_option_index("taboo")
    await walk.until(lambda: screen.game == "taboo", "the game")
    await wait_for_workers(screen.workers)  # until then, the numbers are those of another game


PROGRESS = (
    Place(
        "progress",
        (ProgressScreen, ProgressGameList),
        progress,
        {
            "progress.play": opens(SetupScreen),
            "progress.part": Trial(changes(lambda walk: walk.screen.part), at_taboo),
            "progress.language": Trial(changes(lambda walk: walk.screen.language), at_taboo),
            "progress.close": closes,
            **in_list(ProgressGameList),
        },
    ),
)


# History


async def history(walk: Walk) -> None:
    """Open the history."""
    walk.screen.action_history()
    screen = await walk.on(HistoryScreen)
    await walk.until(lambda: screen.facets, "the records")
    await wait_for_workers(screen.workers)


async def searching(walk: Walk) -> None:
    """Open the history with the focus in the filter line."""
    await history(walk)
    walk.screen.action_find()


async def unfiltered(walk: Walk) -> None:
    """Clear the filter."""
    screen, before = walk.screen, walk.screen.episodes
    screen._set_line("")
    await walk.until(
        lambda: screen.episodes is not before and len(screen.episodes) == screen.count,
        "all episodes",
    )


async def typed(walk: Walk) -> None:
    """Type a filter that matches only successful episodes."""
    walk.one(FilterBox).value = "outcome:success"


def found(walk: Walk) -> Check:
    """The matches are listed, and the list has the focus."""
    screen = walk.screen
    return lambda: (
        isinstance(walk.focused, EpisodeTable)
        and screen.episodes
        and {each.scores and each.scores.outcome for each in screen.episodes} == {"success"}
    )


def filters(key: str) -> Effect:
    """A filter is added to the line, and fewer episodes are listed."""

    def effect(walk: Walk) -> Check:
        screen = walk.screen
        before = len(screen.episodes)
        return lambda: f"{key}:" in screen.line and 0 < len(screen.episodes) < before

    return effect


def reloads(walk: Walk) -> Check:
    """The records are reloaded."""
    screen = walk.screen
    before = screen.episodes
    return lambda: screen.episodes is not before and screen.episodes == before


def in_table() -> dict[str, Trial]:
    """Return the trials of movements in the table of episodes."""

    async def middle(walk: Walk) -> None:
        walk.one(EpisodeTable)._go(len(walk.screen.episodes) // 2)

    return movement_trials(
        middle,
        lambda walk: walk.one(EpisodeTable).cursor,
        lambda walk: len(walk.screen.episodes) - 1,
    )


async def highlight_finished(walk: Walk) -> None:
    """Highlight a finished episode."""
    await unfiltered(walk)
    at = next(n for n, each in enumerate(walk.screen.episodes) if each.state == "finished")
    walk.one(EpisodeTable)._go(at)


HISTORY = (
    Place(
        "history",
        (HistoryScreen, EpisodeTable),
        history,
        {
            "history.open": Trial(opens(ReviewScreen), highlight_finished),
            "history.find": focuses(FilterBox),
            "history.mine": Trial(filters("by"), unfiltered),
            "history.unfinished": Trial(filters("state"), unfiltered),
            "history.game": Trial(filters("game"), unfiltered),
            "history.effect": opens(EffectScreen),
            "history.decide": opens(ChoiceDialog),
            "history.reload": Trial(reloads, unfiltered),
            "history.close": Trial(closes, unfiltered),
            **in_table(),
        },
    ),
    Place(
        "history, in the line that filters",
        (HistoryScreen, FilterBox),
        searching,
        {"history.search": Trial(found, typed), "history.reload": Trial(reloads, unfiltered)},
    ),
)
