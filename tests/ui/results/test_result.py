"""Tests of the result screen: outcome, views, comparison and what to play next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from clemtui.engine import MAIN_SCORE, REVEAL, Scores
from clemtui.episode.offers.last_choices import playable_experiments
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.scores import ScoreRow, score_rows, score_table, turn_rows
from clemtui.ui.widgets.transcript.log import Transcript
from tests.ui.support.app import on, opened, seen, text_of, until, wait_for_workers
from tests.ui.support.results import LOSE, open_result, play_to_end
from tests.ui.support.reviews import exposures

WIN = "GUESS: {target_word}"


def shown(screen: BaseScreen[Any], id: str) -> str:
    return text_of(screen.query_one(f"#{id}", Static))


def words(screen: BaseScreen[Any], id: str) -> str:
    """Return what is shown, wherever its lines break."""
    return " ".join(shown(screen, id).split())


def title(screen: ResultScreen) -> str:
    """Return the title of the transcript."""
    return str(screen.query_one("#told").border_title)


def said(screen: ResultScreen) -> str:
    entries = screen.query_one(Transcript).entries
    return "\n".join(f"{entry.heading}\n{entry.text}" for entry in entries)


async def lost(app: ClemtuiApp, pilot: Pilot[None], **given: Any) -> ResultScreen:
    return await open_result(app, pilot, "taboo", answers=[LOSE], **given)


async def test_outcome_reason_and_flags(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        assert "✗ Lost" in shown(result, "outcome")
        assert "main score 0 of 100" in shown(result, "outcome")
        assert shown(result, "ended") == (
            "The describer used a forbidden word. The game is lost. The word was “book”."
        )
        assert shown(result, "flags") == "Aborted: no · Lost: yes · Success: no"


async def test_an_aborted_episode_has_no_main_score(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await open_result(app, pilot, "taboo")
        assert "■ Aborted" in shown(result, "outcome")
        assert "no main score" in shown(result, "outcome")
        assert shown(result, "ended") == "You gave up."
        assert "Aborted: yes" in shown(result, "flags")


async def test_the_last_remarks_do_not_run_into_each_other(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=["CLUE: sits on a shelf"])
        assert shown(result, "ended") == "Not the target. Attempts left: 2 · You gave up."


async def test_scores_are_explained(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "wordle")
        meanings = {row.name: row.meaning for row in score_rows(result.scores, result.voice)}
        assert meanings["Request Count"] == "answers received"
        assert meanings["Guess Repetitions"] == "guesses that had been tried before"
        assert MAIN_SCORE not in meanings
        assert meanings.keys().isdisjoint({"Aborted", "Lose", "Success"})
        turns = {row.name: row.meaning for row in turn_rows(result.scores, result.voice)}
        assert turns["Closeness Score"].endswith("3 for each elsewhere")
        await app.set_language("de")
        names = {row.meaning: row.name for row in score_rows(result.scores, result.voice)}
        assert "geraten" in names["Guess Repetitions"], "the English name comes second"


async def test_unexplained_score_has_no_meaning(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        odd = Scores(0, 1, 0, {"Odd\x1b[31m": 0.5}, {}, {"Player 1": {"Gain": 4}})
        rows = list(score_rows(odd, result.voice))
        assert [row.meaning for row in rows] == ["", ""]
        assert "\x1b" not in rows[0].name
        assert (rows[1].name, rows[1].value) == ("Gain of Describer", "4")


@pytest.mark.parametrize("width", [20, 30, 40, 60, 100])
def test_score_table_fits_and_loses_no_word(width: int) -> None:
    """Check that names with the same start remain distinguishable by their ends."""
    rows = [
        ScoreRow("Request Success Ratio", "0.5", "share of answers in the required form"),
        ScoreRow("A name that is much longer than any of the benchmark", "1", ""),
    ]
    text = score_table(rows, width).plain
    assert all(cell_len(line) <= width for line in text.split("\n"))
    said = "".join(text.split())
    assert all(word in said for row in rows for word in f"{row.name} {row.meaning}".split())


async def test_comparison_by_interface_and_player(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, size=(80, 40)) as (app, pilot):
        service = await app.context.service()
        await play_to_end(service, "taboo", person="Dee", seat="observer")
        await play_to_end(service, "taboo", person="Ben", answers=[LOSE])
        await play_to_end(service, "taboo", person="Cy", interface="verbatim", answers=[LOSE])
        await play_to_end(service, "taboo", game_id=1, answers=[LOSE])
        await play_to_end(service, "taboo", person="Di", interface="board", answers=[LOSE])
        result = await lost(app, pilot)
        shown_here = words(result, "on-instance").partition("Solved ")[2]
        assert shown_here == (
            "scripted player + scripted player 1 100% 100.0 100.0 100% "
            "people (2) + scripted player (assisted) 2 100% 0.0 0.0 0% "
            "a person + scripted player (verbatim) 1 100% 0.0 0.0 0% "
            "a person + scripted player (board) 1 100% 0.0 0.0 0% "
            "▶ this time 1 100% 0.0 0.0 0%"
        )
        game = words(result, "in-game")
        assert "people (2) + scripted player (assisted) 3" in game, "the other instance too"


async def test_no_one_else_has_played(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await play_to_end(await app.context.service(), "taboo", answers=[LOSE])
        result = await lost(app, pilot)
        assert "No one else has played this instance here in this prompt language" in words(
            result, "on-instance"
        )
        assert "this game here in this prompt language" in words(result, "in-game")


async def test_ones_only_episode_is_not_listed_twice(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        for id in ("on-instance", "in-game"):
            assert "this time 1 100%" in words(result, id)
            assert "a person" not in words(result, id)
        again = await lost(app, pilot, game_id=1)
        assert "a person" not in words(again, "on-instance")
        assert "a person + scripted player (assisted) 2" in words(again, "in-game")


async def test_ones_own_excluded_episodes_are_not_those_of_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        service = await app.context.service()
        await play_to_end(service, "taboo", practice=True, answers=[LOSE])
        result = await lost(app, pilot)
        shown_here = words(result, "on-instance")
        assert "Excluded: practice: 1 and repetition: 1." in shown_here
        assert "No one else has played this instance" in shown_here
        await play_to_end(service, "taboo", person="Ben", practice=True, answers=[LOSE])
        result = await lost(app, pilot)
        assert "practice: 2" in words(result, "on-instance")
        assert "No one else" not in words(result, "on-instance")


async def test_spectators_are_not_counted_as_players(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await open_result(app, pilot, "taboo", seat="observer")
        assert "No one else" in shown(result, "on-instance")
    async with opened(tmp_path) as (app, pilot):
        result = await open_result(app, pilot, "taboo", seat="observer")
        assert "No one else" not in shown(result, "on-instance")


async def test_practice_is_noted_and_excluded(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot, practice=True)
        assert shown(result, "notes") == "This was practice, so it does not count."
        assert "Excluded: practice: 1." in shown(result, "on-instance")
        assert "person" not in shown(result, "on-instance")


async def test_continued_episode_is_noted(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot, continued_from="another")
        assert "Continued with another partner" in shown(result, "notes")
        assert "continued with another partner: 1" in words(result, "on-instance")


async def test_an_ordinary_episode_has_no_note(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        assert not (await lost(app, pilot)).query_one("#notes").display


async def test_a_lost_task_is_named(tmp_path: Path) -> None:
    """Guessers who lost learn what the word was without another key."""
    async with opened(tmp_path, collections=()) as (app, pilot):
        wrong = ["GUESS: nothing"] * 3
        result = await open_result(app, pilot, "taboo", seat="Player 2", answers=wrong)
        word = result.live.instance.data["target_word"]
        assert f"The word was “{word}”." in shown(result, "ended")


async def test_whose_answer_ended_the_episode_is_said(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "taboo", seat="Player 2", answers=["no tag"])
        assert shown(result, "ended").startswith("Guesser · Ann: ")
        assert "The game is aborted." in shown(result, "ended")


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (40, 12)])
@pytest.mark.parametrize(
    ("key", "id", "title"),
    [("b", "transcript", "Everything that happened"), ("f3", "scores", "Request Success Ratio")],
)
async def test_transcript_and_scores_are_one_key_away(
    tmp_path: Path, size: tuple[int, int], key: str, id: str, title: str
) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        result = await lost(app, pilot)
        assert title not in seen(app)
        for press in (key, key, key, "escape"):
            focused = press == key and not result.query_one(f"#{id}").has_focus
            await pilot.press(press)
            await pilot.pause()
            assert result.query_one(f"#{id}").has_focus == focused
            assert ("This instance" in seen(app)) == (not focused)
            assert "Lost" in seen(app)


async def test_escape_goes_to_others_then_home(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("f3", "escape")
        await until(pilot, lambda: result.query_one("#others").has_focus)
        await pilot.press("escape")
        await on(pilot, HomeScreen)


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_board_and_others_are_beside_each_other(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        result = await lost(app, pilot)
        for text in ("Lost", "Board", "Others", "This instance, prompts in English", "▶"):
            assert text in seen(app)
        board, page = result.query_one("#board").region, result.query_one("#page").region
        assert board.right <= page.x
        assert result.live.instance.data["target_word"].upper() in seen(app).upper()


def usable(screen: BaseScreen[Any]) -> list[Any]:
    return [active for active in screen.active_bindings.values() if active.enabled]


async def test_every_view(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await open_result(
            app, pilot, "taboo", seat="Player 2", answers=["GUESS: nothing", WIN]
        )
        target = result.live.instance.data["target_word"]
        await pilot.press("v")
        assert result.watcher == REVEAL
        assert result.page == "told", "the first time it is shown at all"
        assert title(result) == "Everything that happened"
        whole = said(result)
        assert target in whole.rpartition("GUESS: nothing")[0]
        await pilot.press("v")
        await pilot.pause()
        assert title(result) == "What scripted player saw as Describer"
        assert target in said(result)
        await pilot.press("v")
        await pilot.pause()
        assert title(result) == "What Ann saw as Guesser"
        seen_by_guesser = said(result)
        before_the_end = seen_by_guesser.rpartition("GUESS:")[0]
        assert target not in before_the_end
        assert len(seen_by_guesser) < len(whole)
        await pilot.press("v")
        await pilot.pause()
        assert said(result) == whole


async def test_exposure_is_recorded(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        service = await app.context.service()
        (person,) = result.live.people.values()
        await wait_for_workers(result.workers)
        kinds = {e.kind for e in await service.read(lambda reader: reader.exposures(person))}
        assert "saw solution" in kinds


async def test_single_player_game_offers_fewer_keys(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "wordle")
        here = {active.binding.id for active in usable(result)}
        assert here.isdisjoint({"result.seat", "result.partner", "result.view"})
        assert {"result.next", "result.again", "result.home", "result.save"} <= here


@pytest.mark.parametrize("key", ["enter", "n"])
async def test_enter_and_n_play_the_next_instance(key: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press(key)
        play = await on(pilot, PlayScreen)
        before = result.live.instance
        assert play.live.instance.experiment == before.experiment
        assert play.live.instance.game_id == before.game_id + 1


async def test_a_plays_the_same_instance_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("a")
        play = await on(pilot, PlayScreen)
        assert play.live.instance.hash == result.live.instance.hash
        assert play.live.id != result.live.id
        assert result not in app.screen_stack


@pytest.mark.parametrize("key", ["escape", "enter"])
async def test_a_known_task_is_played_only_by_those_who_want_it(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing new is left if the person has met all tasks, and the game generates none."""

    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        every = playable_experiments((await app.context.service()).catalogue, "taboo")

        async def seen(*_: object) -> object:
            return {key for group in every for key in group.exposure_keys.values()}

        monkeypatch.setattr("clemtui.episode.offers.last_choices.seen_tasks", seen)
        monkeypatch.setattr("clemtui.episode.offers.next_instance.new_seed", lambda *_: None)
        await pilot.press("n")
        dialog = await on(pilot, ConfirmDialog)
        assert "You have met every task here." in dialog.question
        await pilot.press(key)
        if key == "enter":
            play = await on(pilot, PlayScreen)
            assert play.live.id != result.live.id
        else:
            await on(pilot, ResultScreen)
            assert not await (await app.context.service()).unfinished()


@pytest.mark.parametrize("key", ["n", "a", "o"])
async def test_tags_hold_for_what_follows_an_episode(key: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await lost(app, pilot, tags={"wave": "2"})
        await pilot.press(key)
        play = await on(pilot, PlayScreen)
        stored = await (await app.context.service()).load(play.live.id)
        assert stored.summary.tags["wave"] == ("2",)


async def test_repeated_keys_start_one_episode(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("a", "n", "a")
        play = await on(pilot, PlayScreen)
        service = await app.context.service()
        unfinished = await service.unfinished()
        assert [episode.summary.id for episode in unfinished] == [play.live.id]
        assert play.live.instance.hash == result.live.instance.hash


async def test_o_plays_other_seat(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        assert result.live.human_seats == ("Player 1",)
        await pilot.press("o")
        play = await on(pilot, PlayScreen)
        assert play.live.human_seats == ("Player 2",)
        assert play.live.instance.hash == result.live.instance.hash
        assert play.choices is not None
        assert (play.choices.seat, play.choices.partner) == ("Player 2", ("scripted",))
        assert play.choices.person == "Ann"


async def test_p_plays_the_same_with_another_partner(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("p")
        chooser = await on(pilot, PartnerDialog)
        await until(pilot, lambda: chooser.offered)
        chooser.dismiss("human:Ben")
        await until(pilot, lambda: result not in app.screen_stack)
        await on(pilot, HandOverScreen)
        play = next(s for s in app.screen_stack if isinstance(s, PlayScreen))
        assert play.live.human_seats == ("Player 1", "Player 2")
        assert play.live.instance.hash == result.live.instance.hash
        assert play.choices is not None
        assert play.choices.partner == ("human:Ben",)


async def test_unknown_partner_keeps_result(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await lost(app, pilot)
        await pilot.press("p")
        chooser = await on(pilot, PartnerDialog)
        chooser.dismiss("nonsense")
        await until(pilot, lambda: "unknown model" in seen(app))
        assert isinstance(app.screen, ResultScreen)


async def test_who_leaves_the_transcript_sees_the_whole_board_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await open_result(
            app, pilot, "taboo", seat="Player 2", answers=["GUESS: nothing", WIN]
        )
        target = result.live.instance.data["target_word"]
        await pilot.press("v", "v", "v")
        await until(pilot, lambda: "What Ann saw" in title(result))
        await pilot.press("f3")
        await until(pilot, lambda: result.watcher == REVEAL)
        await until(pilot, lambda: target in seen(app))
        assert result.page != "told"


async def test_while_the_next_game_is_started_letters_do_nothing(tmp_path: Path) -> None:
    """They were typed for that game, or before it was on the screen."""
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        result._starting = True
        await pilot.press("e", "b", "enter")
        assert app.screen is result
        assert result.page != "told"
        result._starting = False
        await pilot.press("e")
        await on(pilot, ExportDialog)


async def test_t_opens_review_and_e_export(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("e")
        saving = await on(pilot, ExportDialog)
        assert saving.episode == result.live.id
        await pilot.press("escape")
        await on(pilot, ResultScreen)
        await pilot.press("t")
        review = await on(pilot, ReviewScreen)
        assert review.episode == result.live.id


async def test_escape_goes_home(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await lost(app, pilot)
        await pilot.press("escape")
        await on(pilot, HomeScreen)


async def test_keys_typed_for_game_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        monkeypatch.setattr(result._guard, "rejects", lambda _: True)
        await pilot.press("n", "a", "enter")
        await pilot.pause()
        assert app.screen is result


async def test_language_change_keeps_view(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("v", "v")
        await pilot.pause()
        assert "What Ann saw" in title(result)
        lines = len(result.query_one(Transcript).entries)
        await app.set_language("de")
        await pilot.pause()
        assert "Verloren" in shown(result, "outcome")
        assert result.watcher == "Player 1"
        assert result.page == "told"
        assert len(result.query_one(Transcript).entries) == lines
        await pilot.press("escape")
        await until(pilot, lambda: "▶" in shown(result, "on-instance"))


async def test_note_about_an_episode_goes_with_its_screen(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "taboo")
        result.action_same_instance()
        play = await on(pilot, PlayScreen)
        (note,) = await _notes(app, pilot)
        assert note.startswith("Repetition")
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert app.screen is not play
        assert len(app._notifications) == 1, "a dialog belongs to its screen"
        await pilot.press("escape")
        await on(pilot, PlayScreen)
        app.pop_screen()
        await until(pilot, lambda: not app._notifications)


async def test_note_about_an_episode_stays_under_a_hand_over(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "taboo", partner=("human",))
        result.action_same_instance()
        await on(pilot, HandOverScreen)
        assert len(await _notes(app, pilot)) == 1
        await pilot.press("f1")
        await on(pilot, ReaderScreen)
        await pilot.press("escape", "enter")
        await on(pilot, PlayScreen)
        assert len(app._notifications) == 1


async def _notes(app: ClemtuiApp, pilot: Pilot[None]) -> list[str]:
    """Return the messages shown, once there are some."""
    await until(pilot, lambda: app._notifications)
    await pilot.pause()
    return [note.message for note in app._notifications]


async def test_whoever_watched_others_watches_again(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        partners = ("human:Ben", "scripted")
        result = await open_result(app, pilot, "taboo", seat="observer", partner=partners)
        result.action_same_instance()
        play = await on(pilot, PlayScreen)
        assert play.live.human_seats == ("Player 1",)
        assert play.choices is not None
        assert (play.choices.watcher, play.choices.partner) == ("Ann", partners)
        assert exposures(tmp_path, "Ann") == ["watched"] * 2


async def test_the_episode_that_was_watched_is_listed_once(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "taboo", seat="observer")
        for id in ("on-instance", "in-game"):
            said = words(result, id)
            assert "this time 1 " in said
            assert "scripted" not in said


async def test_official_instance_has_published_results_apart(tmp_path: Path, shared: Path) -> None:
    file = shared / "clembench/taboo/in/instances_v2.0.json"
    async with opened(tmp_path, size=(120, 40)) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=["CLUE: x"], instances=file)
        await wait_for_workers(app.workers)
        assert words(result, "published-title") == (
            "Published results of models: clembench 2.0, 1 Mar 2025"
        )
        said = words(result, "published")
        assert "o3-mini-2025-01-31 60 100% 73.6 73.6 –" in said
        assert "On all 60 instances of the game in that version, not only on this one." in said
        assert "Mean main scores (quality) cover episodes played to the end." in said
        assert "a reference, not a ranking" in said
        assert "Source: clembench-runs, v2.0/results.csv (CC BY 4.0)" in said
        assert all("o3-mini" not in words(result, id) for id in ("on-instance", "in-game"))


async def test_own_instance_has_no_published_results(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        await wait_for_workers(app.workers)
        assert not any(part.display for part in result.query(".published"))
        assert "Published" not in seen(app)
