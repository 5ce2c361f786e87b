"""Tests of the result screen: outcome, views, comparison and what to play next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from clemtui.engine import MAIN_SCORE, REVEAL, Scores
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.export import ExportScreen
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.setup.partner import PartnerScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.widgets.scores import ScoreRow, score_rows, score_table, turn_rows
from clemtui.ui.widgets.transcript.log import Transcript
from tests.ui.support.ended import LOSE, play_through, result_of
from tests.ui.support.table import all_done, on, opened, seen, text_of, until

WIN = "GUESS: {target_word}"


def shown(screen: BaseScreen[Any], id: str) -> str:
    return text_of(screen.query_one(f"#{id}", Static))


def said(screen: ResultScreen) -> str:
    entries = screen.query_one(Transcript).entries
    return "\n".join(f"{entry.heading}\n{entry.text}" for entry in entries)


async def lost(app: ClemtuiApp, pilot: Pilot[None], **given: Any) -> ResultScreen:
    return await result_of(app, pilot, "taboo", answers=[LOSE], **given)


async def test_how_it_ended_is_said_in_words_with_the_reason_and_all_flags(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        assert "✗ Lost" in shown(result, "outcome")
        assert "main score 0 of 100" in shown(result, "outcome")
        assert shown(result, "ended") == "· The describer used a forbidden word. The game is lost."
        assert shown(result, "flags") == "Aborted: no · Lost: yes · Success: no"


async def test_an_aborted_episode_has_no_main_score(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await result_of(app, pilot, "taboo")
        assert "■ Aborted" in shown(result, "outcome")
        assert "no main score" in shown(result, "outcome")
        assert "A player ended the episode" in shown(result, "ended")
        assert "Aborted: yes" in shown(result, "flags")


async def test_scores_say_what_they_mean_those_of_the_game_in_the_words_of_its_pack(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await result_of(app, pilot, "wordle")
        meanings = {row.name: row.meaning for row in score_rows(result.scores, result.voice)}
        assert meanings["Request Count"] == "answers requested"
        assert meanings["Guess Repetitions"] == "guesses that had been tried before"
        assert MAIN_SCORE not in meanings
        assert meanings.keys().isdisjoint({"Aborted", "Lose", "Success"})
        turns = {row.name: row.meaning for row in turn_rows(result.scores, result.voice)}
        assert turns["Closeness Score"].endswith("3 for each elsewhere")
        await app.set_language("de")
        meanings = {row.name: row.meaning for row in score_rows(result.scores, result.voice)}
        assert "geraten" in meanings["Guess Repetitions"]


async def test_a_score_that_nobody_explains_is_shown_with_its_name_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        odd = Scores(0, 1, 0, {"Odd\x1b[31m": 0.5}, {}, {"Player 1": {"Gain": 4}})
        rows = list(score_rows(odd, result.voice))
        assert [row.meaning for row in rows] == ["", ""]
        assert "\x1b" not in rows[0].name
        assert (rows[1].name, rows[1].value) == ("Gain of Describer", "4")


@pytest.mark.parametrize("width", [20, 30, 40, 60, 100])
def test_a_table_of_scores_fits_its_place_and_loses_no_word(width: int) -> None:
    """Check that names with the same start remain distinguishable by their ends."""
    rows = [
        ScoreRow("Request Success Ratio", "0.5", "share of answers in the required form"),
        ScoreRow("A name that is much longer than any of the benchmark", "1", ""),
    ]
    text = score_table(rows, width).plain
    assert all(cell_len(line) <= width for line in text.split("\n"))
    said = "".join(text.split())
    assert all(word in said for row in rows for word in f"{row.name} {row.meaning}".split())


async def test_how_others_did_people_by_their_form_of_the_interface_and_scripts(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, size=(80, 40)) as (app, pilot):
        service = await app.context.service()
        await play_through(service, "taboo", seat="observer")
        await play_through(service, "taboo", person="Ben", answers=[LOSE])
        await play_through(service, "taboo", interface="verbatim", answers=[LOSE])
        await play_through(service, "taboo", game_id=1, answers=[LOSE])
        result = await lost(app, pilot)
        lines = shown(result, "on-instance").split("\n")[1:]
        assert [" ".join(line.split()) for line in lines] == [
            "scripted player + scripted player 1 100% 100.0 100.0 100%",
            "people (2) + scripted player (assisted) 2 100% 0.0 0.0 0%",
            "a person + scripted player (verbatim) 1 100% 0.0 0.0 0%",
            "▶ this time 1 100% 0.0 0.0 0%",
        ]
        game = shown(result, "in-game")
        assert "people (2) + scripted player (assisted)  3" in game, "the other instance too"


async def test_whoever_is_alone_is_told_kindly(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await play_through(await app.context.service(), "taboo", answers=[LOSE])
        result = await lost(app, pilot)
        assert "No one else has played this instance" in shown(result, "on-instance")
        assert "No one else has played this game" in shown(result, "in-game")


async def test_who_watched_is_not_taken_for_somebody_who_played(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await result_of(app, pilot, "taboo", seat="observer")
        assert "No one else" in shown(result, "on-instance")
    async with opened(tmp_path) as (app, pilot):
        result = await result_of(app, pilot, "taboo", seat="observer")
        assert "No one else" not in shown(result, "on-instance")


async def test_practice_says_that_it_does_not_count_and_is_not_compared(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot, practice=True)
        assert shown(result, "notes") == "This was practice: it does not count."
        assert "Not compared: practice: 1." in shown(result, "on-instance")
        assert "person" not in shown(result, "on-instance")


async def test_a_continued_episode_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot, continued_from="another")
        assert "continued with another partner" in shown(result, "notes")
        assert "continued with another partner: 1" in shown(result, "on-instance")


async def test_an_ordinary_episode_has_no_note(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        assert not (await lost(app, pilot)).query_one("#notes").display


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_the_transcript_is_one_key_away(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        result = await lost(app, pilot)
        assert "Everything that happened" not in seen(app)
        for key in ("f3", "b"):
            await pilot.press(key)
            await pilot.pause()
            told = result.query_one(Transcript)
            assert ("Everything that happened" in seen(app)) == (key == "f3")
            assert told.has_focus == (key == "f3")
            assert (told.size.height >= 3) == (key == "f3")
            assert "Lost" in seen(app)


async def test_escape_goes_to_the_scores_and_only_then_home(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("f3")
        await until(pilot, lambda: "F3 Scores" in seen(app))
        await pilot.press("escape")
        await until(pilot, lambda: "F3 Transcript" in seen(app))
        assert result.query_one("#words").has_focus
        await pilot.press("escape")
        await until(pilot, lambda: result not in app.screen_stack)


async def test_at_80_columns_outcome_scores_and_comparisons_are_seen_at_once(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await lost(app, pilot)
        lines = seen(app)
        for text in ("Lost", "Request Success Ratio", "This instance", "The whole game", "▶"):
            assert text in lines


async def test_where_there_is_room_both_stand_side_by_side(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as (app, pilot):
        result = await lost(app, pilot)
        assert "Everything that happened" in seen(app)
        assert "This instance" in seen(app)
        assert "CLUE: " in seen(app)
        assert "result.told" not in {b.binding.id for b in usable(result)}


def usable(screen: BaseScreen[Any]) -> list[Any]:
    return [active for active in screen.active_bindings.values() if active.enabled]


async def test_every_seat_s_view_can_be_looked_at(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await result_of(
            app, pilot, "taboo", seat="Player 2", answers=["GUESS: nothing", WIN]
        )
        target = result.live.instance.data["target_word"]
        await pilot.press("v")
        assert result.watcher == REVEAL
        assert result.has_class("-told"), "the first time it is shown at all"
        assert shown(result, "seen-by") == "Everything that happened"
        whole = said(result)
        assert target in whole.rpartition("GUESS: nothing")[0]
        await pilot.press("v")
        await pilot.pause()
        assert shown(result, "seen-by") == "What scripted player saw as Describer"
        assert target in said(result)
        await pilot.press("v")
        await pilot.pause()
        assert shown(result, "seen-by") == "What Ann saw as Guesser"
        seen_by_guesser = said(result)
        before_the_end = seen_by_guesser.rpartition("GUESS:")[0]
        assert target not in before_the_end
        assert len(seen_by_guesser) < len(whole)
        await pilot.press("v")
        await pilot.pause()
        assert said(result) == whole


async def test_the_exposure_to_the_solution_is_recorded(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        service = await app.context.service()
        (person,) = result.live.people.values()
        await all_done(result.workers)
        kinds = {e.kind for e in await service.read(lambda reader: reader.exposures(person))}
        assert "saw solution" in kinds


async def test_a_game_for_one_has_no_other_seat_partner_or_view(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await result_of(app, pilot, "wordle")
        here = {active.binding.id for active in usable(result)}
        assert here.isdisjoint({"result.seat", "result.partner", "result.view"})
        assert {"result.next", "result.again", "result.home", "result.save"} <= here


async def test_n_plays_the_next_instance_and_a_the_same_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("a")
        play = await on(pilot, PlayScreen)
        assert play.live.instance.hash == result.live.instance.hash
        assert play.live.id != result.live.id
        assert result not in app.screen_stack
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("n")
        play = await on(pilot, PlayScreen)
        before = result.live.instance
        assert play.live.instance.experiment == before.experiment
        assert play.live.instance.game_id == before.game_id + 1


async def test_a_key_that_is_pressed_twice_starts_one_episode(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("a", "n", "a")
        play = await on(pilot, PlayScreen)
        service = await app.context.service()
        unfinished = await service.unfinished()
        assert [episode.summary.id for episode in unfinished] == [play.live.id]
        assert play.live.instance.hash == result.live.instance.hash


async def test_o_plays_the_same_in_the_other_seat_and_n_stays_there(tmp_path: Path) -> None:
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
        chooser = await on(pilot, PartnerScreen)
        await until(pilot, lambda: chooser.offered)
        chooser.dismiss("human:Ben")
        await until(pilot, lambda: result not in app.screen_stack)
        await on(pilot, HandOverScreen)
        play = next(s for s in app.screen_stack if isinstance(s, PlayScreen))
        assert play.live.human_seats == ("Player 1", "Player 2")
        assert play.live.instance.hash == result.live.instance.hash
        assert play.choices is not None
        assert play.choices.partner == ("human:Ben",)


async def test_a_partner_that_cannot_be_is_said_in_a_line_and_the_result_stays(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await lost(app, pilot)
        await pilot.press("p")
        chooser = await on(pilot, PartnerScreen)
        chooser.dismiss("nonsense")
        await until(pilot, lambda: "unknown model" in seen(app))
        assert isinstance(app.screen, ResultScreen)


async def test_t_goes_through_it_and_e_saves_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("e")
        saving = await on(pilot, ExportScreen)
        assert saving.episode == result.live.id
        await pilot.press("escape")
        await on(pilot, ResultScreen)
        await pilot.press("t")
        review = await on(pilot, ReviewScreen)
        assert review.episode == result.live.id


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_enter_and_escape_go_home(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path) as (app, pilot):
        await lost(app, pilot)
        await pilot.press(key)
        await on(pilot, HomeScreen)


async def test_keys_that_were_typed_for_the_game_choose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        monkeypatch.setattr(result._guard, "rejects", lambda _: True)
        await pilot.press("n", "a", "enter")
        await pilot.pause()
        assert app.screen is result


async def test_another_language_says_everything_again_and_keeps_what_is_looked_at(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await lost(app, pilot)
        await pilot.press("v", "v")
        await pilot.pause()
        assert "What Ann saw" in shown(result, "seen-by")
        lines = len(result.query_one(Transcript).entries)
        await app.set_language("de")
        await pilot.pause()
        assert "Verloren" in shown(result, "outcome")
        assert result.watcher == "Player 1"
        assert result.has_class("-told")
        assert len(result.query_one(Transcript).entries) == lines
        await pilot.press("f3")
        await pilot.pause()
        assert "▶" in shown(result, "on-instance")
