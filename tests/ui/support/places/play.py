"""Places on the play screen: answering, waiting, halted, watching and pauses."""

from __future__ import annotations

import shlex
import sys
from typing import Any

from textual.widgets import ContentSwitcher

from clemtui.episode.seat_port import Pause, ResumePlay
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.pause import PauseScreen
from clemtui.ui.play.rules import RulesScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.navigation import OpenHandOver
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.wait_panels import ChoiceMenu
from clemtui.wording.phrases import Voice
from tests.ui.snapshots.records import MODEL
from tests.ui.snapshots.stage import open_episode
from tests.ui.support.app import ControlledPartner, PlayedEpisode
from tests.ui.support.key_trials import (
    Check,
    Effect,
    Place,
    Trial,
    Walk,
    becomes,
    changes,
    closes,
    in_list,
    in_text,
    opens,
    toggles,
)

CLUE = "You push a trolley through it and queue at the till"
EDITED = "written in another program"


async def seat(
    walk: Walk, *, clues: int = 0, **chosen: Any
) -> tuple[PlayedEpisode, ControlledPartner]:
    """Seat a describer, with a model as guesser, who has given a number of clues."""
    partner = ControlledPartner()
    given = {"partner": (MODEL,), **chosen}
    table = await open_episode(walk.pilot, "taboo", {"Player 2": partner}, **given)
    walk.table = table, partner
    await table.wait_for_request()
    for _ in range(clues):
        await answer(walk)
        partner.say("GUESS: shop")
        await table.wait_for_request()
    await walk.settle()
    return table, partner


async def answer(walk: Walk) -> None:
    """Give a clue, which is sent to the model."""
    table, partner = walk.table
    box = table.composer.query_one(AnswerBox)
    verbatim = table.live.condition.interface == "verbatim"
    box.text = f"CLUE: {CLUE}" if verbatim else CLUE
    await walk.settle()
    table.composer.submit()
    await walk.until(lambda: partner.pending, "the model is asked")


# Answering


async def answering(walk: Walk) -> None:
    """Start the second round, in which a clue is requested."""
    await seat(walk, clues=1)


async def verbatim(walk: Walk) -> None:
    """Request a clue in a box of several lines, with an editor configured."""
    code = f"import pathlib, sys; pathlib.Path(sys.argv[1]).write_text({EDITED!r})"
    await walk.app.change_settings({"editor": shlex.join([sys.executable, "-c", code])})
    await seat(walk, interface="verbatim")


async def drawing(walk: Walk) -> None:
    """Request a drawing in a box of several lines."""
    partner = ControlledPartner()
    chosen = {"partner": (MODEL,), "seat": "Player 2", "interface": "verbatim"}
    table = await open_episode(walk.pilot, "imagegame", {"Player 1": partner}, **chosen)
    walk.table = table, partner
    await walk.until(lambda: partner.pending, "the model is asked")
    partner.say("Command: Fill row 1 with A")
    await table.wait_for_request()
    await walk.settle()


async def write(walk: Walk) -> None:
    """Fill in the input box."""
    walk.table[0].composer.query_one(AnswerBox).text = CLUE


def sent(walk: Walk) -> Check:
    """The model is asked and receives the text."""
    _, partner = walk.table
    before = len(partner.asks)
    return lambda: (
        len(partner.asks) == before + 1 and CLUE in partner.asks[-1].request.messages[-1].text
    )


def scroll(walk: Walk) -> Any:
    """Return the first visible line of the transcript."""
    return round(walk.one(Transcript).scroll_y)


async def in_the_middle(walk: Walk) -> None:
    """Scroll the transcript to its middle."""
    transcript = walk.one(Transcript)
    assert transcript.max_scroll_y > 4
    transcript.scroll_to(y=transcript.max_scroll_y // 2, animate=False, force=True, immediate=True)


def upwards(walk: Walk) -> Check:
    """The transcript scrolls up by more than a line."""
    before = scroll(walk)
    return lambda: scroll(walk) < before - 1


def downwards(walk: Walk) -> Check:
    """The transcript scrolls down by more than a line."""
    before = scroll(walk)
    return lambda: scroll(walk) > before + 1


def follows(walk: Walk) -> Check:
    """The transcript scrolls to its end and follows new messages."""
    transcript = walk.one(Transcript)
    return lambda: transcript.at_end and transcript.scroll_y == transcript.max_scroll_y


def copies(walk: Walk) -> Check:
    """The newest message is on the clipboard."""
    walk.app._clipboard = ""
    wanted = walk.one(Transcript).text_to_copy()
    assert wanted
    return lambda: walk.app.clipboard == wanted


def is_enlarged(walk: Walk) -> Any:
    """Return whether the input box and the dock are enlarged."""
    return walk.one(Composer).has_class("-expanded"), walk.one("#dock").has_class("-large")


def edited(walk: Walk) -> Check:
    """The text saved by the editor is in the box, which has the focus again."""
    box = walk.one(AnswerBox)
    box.fill("")
    return lambda: box.text == EDITED and walk.focused is box


ANSWERING = (
    Place(
        "answering",
        (PlayScreen,),
        answering,
        {
            "play.answer": Trial(sent, write),
            "play.leave": opens(ConfirmDialog),
            "play.prompt": opens(ReaderScreen),
            "play.board": toggles("-toggled"),
            "play.rules": opens(RulesScreen),
            "play.pause": opens(PauseScreen),
            "play.give_up": opens(ConfirmDialog),
            "play.back": Trial(upwards, in_the_middle),
            "play.on": Trial(downwards, in_the_middle),
            "play.end": Trial(follows, in_the_middle),
            "play.copy": copies,
        },
    ),
    Place(
        "answering verbatim",
        (PlayScreen,),
        verbatim,
        {
            "play.expand": becomes(is_enlarged, lambda before: (not before[0], not before[1])),
            "play.editor": edited,
        },
    ),
    Place(
        "drawing verbatim",
        (PlayScreen,),
        drawing,
        {
            "play.symbol": becomes(
                lambda walk: walk.one(AnswerBox).text, lambda before: before + "▢"
            ),
        },
    ),
)


# Waiting and halted


async def waiting(walk: Walk) -> None:
    """Wait for a model, with the focus in the transcript."""
    await seat(walk, clues=2)
    await answer(walk)
    await walk.until(lambda: isinstance(walk.focused, Transcript), "the transcript")


async def halted(walk: Walk) -> None:
    """Make the model fail to answer."""
    await seat(walk)
    await answer(walk)
    walk.table[1].fail("The connection was refused.")
    dock = walk.one(ContentSwitcher)
    await walk.until(lambda: dock.current == "choose" and walk.focused is not None, "the choices")


def interrupts(walk: Walk) -> Check:
    """The call is cancelled, and the options are shown."""
    stage = walk.screen.stage
    return lambda: stage.state.halted and isinstance(walk.focused, ChoiceMenu)


def sends_again(walk: Walk) -> Check:
    """The model receives the same request again."""
    _, partner = walk.table
    before = list(partner.asks)
    return lambda: (
        len(partner.asks) == len(before) + 1
        and partner.asks[-1].request.id == before[-1].request.id
    )


async def at_give_up(walk: Walk) -> None:
    """Highlight the last option."""
    choices = walk.one(ChoiceMenu)
    choices.highlighted = choices.get_option_index("give up")


def marked(walk: Walk) -> Any:
    """Return the index of the marked message."""
    return walk.one(Transcript).marked


def messages(walk: Walk) -> list[int]:
    """Return the indices of the messages that can be marked."""
    return [n for n, entry in enumerate(walk.one(Transcript).entries) if entry.copy is not None]


def marks(step: int) -> Effect:
    """The next message (1) or the previous one (-1) is marked."""

    def effect(walk: Walk) -> Check:
        numbers = messages(walk)
        wanted = numbers[numbers.index(marked(walk)) + step]
        return lambda: marked(walk) == wanted

    return effect


async def mark(walk: Walk) -> None:
    """Mark a message in the middle."""
    walk.one(Transcript).marked = messages(walk)[1]


TRANSCRIPT: dict[str, Trial | Effect] = {
    "message.before": Trial(marks(-1), mark),
    "message.next": Trial(marks(1), mark),
    "message.copy": Trial(copies, mark),
    "message.raw": Trial(changes(lambda walk: walk.one(Transcript).raw), mark),
}

WAITING = (
    Place(
        "waiting for a model, in the transcript",
        (PlayScreen, Transcript),
        waiting,
        {
            "play.stop": interrupts,
            "play.times": changes(lambda walk: walk.one(Transcript).details),
            **TRANSCRIPT,
            **in_text(Transcript),
        },
    ),
    Place(
        "a model that does not answer",
        (PlayScreen, ChoiceMenu),
        halted,
        {
            "play.send": sends_again,
            "play.choose": Trial(opens(ConfirmDialog), at_give_up),
            **{id: t for id, t in in_list(ChoiceMenu).items() if "page" not in id},
        },
    ),
)


# Watching


async def watching(walk: Walk) -> None:
    """Start an episode between two models."""
    one, two = ControlledPartner(), ControlledPartner()
    both: dict[str, Any] = {"Player 1": one, "Player 2": two}
    table = await open_episode(walk.pilot, "taboo", both, seat="observer", partner=(MODEL, MODEL))
    walk.table = table, (one, two)
    await walk.until(lambda: one.pending and walk.focused is not None, "the first is asked")


async def paced(walk: Walk) -> None:
    """Set a medium pace."""
    walk.screen.live.pace = 2
    await walk.until(lambda: walk.screen.stage.state.pace == 2, "the pace is told")


def known_paused(walk: Walk) -> Any:
    """Return whether the screen knows that the game is paused, from which the next key starts."""
    return walk.screen.stage.state.paused


def pace(walk: Walk) -> Any:
    """Return the seconds after each response."""
    return walk.screen.live.pace


async def hold_answer(walk: Walk) -> None:
    """Pause the game with an answer held back."""
    table, players = walk.table
    table.live.control(ResumePlay())
    await walk.until(lambda: any(player.pending for player in players), "somebody is asked")
    table.live.control(Pause())
    asked = next(player for player in players if player.pending)
    form = "CLUE" if asked is players[0] else "GUESS"
    walk.answers.append(f"{form}: answer{next(walk.numbers)}")
    asked.say(walk.answers[-1])


def held_answer_shown(walk: Walk) -> Check:
    """The answer held back is shown, and the game is still paused."""
    table, _ = walk.table
    kept = walk.answers[-1]
    return lambda: kept in table.transcript_text and table.live.paused


WATCHING = (
    Place(
        "watching",
        (PlayScreen,),
        watching,
        {
            "play.hold": becomes(known_paused, lambda before: not before),
            "play.slower": Trial(becomes(pace, lambda before: before * 2), paced),
            "play.faster": Trial(becomes(pace, lambda before: before / 2), paced),
        },
    ),
    Place(
        "watching step by step",
        (PlayScreen,),
        watching,
        {"play.step": Trial(held_answer_shown, hold_answer)},
    ),
)


# Screens that hide the game


async def hand_over(walk: Walk) -> None:
    """Open the hand-over to another person."""
    context = walk.app.context
    names = {"Player 1": "Ada", "Player 2": "Ben"}
    voice = Voice(context.interface, context.labels("taboo"), context.listing("taboo"), names)
    walk.app.push_screen(HandOverScreen(context, OpenHandOver(lambda: voice, "Player 2")))
    await walk.on(HandOverScreen)


async def paused(walk: Walk) -> None:
    """Pause a game."""
    await seat(walk)
    walk.screen.action_pause()
    await walk.on(PauseScreen)


def resumes(walk: Walk) -> Check:
    """The game is visible again, and its clock is running."""
    table, _ = walk.table
    gone = closes(walk)
    return lambda: gone() and not table.live.paused


COVERS = (
    Place("handing over", (HandOverScreen,), hand_over, {"handover.take": closes}),
    Place("a pause", (PauseScreen,), paused, {"pause.end": resumes}),
)
