"""A person's own results, daily tasks and streaks, in words."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.analysis.own_results import Bar, OwnResults
from clemtui.episode.offers.daily import DailyResult, Today, counts_for_streak
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import Interface, Localised, half_up
from clemtui.wording.meanings import interface_meaning
from clemtui.wording.phrases import Voice


def own_heading(results: OwnResults, voice: Voice, live: ObserverPort, person: str) -> Localised:
    """Return what the results of a person (an id) up to an episode are of."""
    ui = voice.interface
    seat = next(seat for seat, id in live.people.items() if id == person)
    language = ui.language_name(live.condition.prompt_language)
    values = {"role": voice.seat(seat), "language": language}
    if sum(not each.service for each in live.seats) > 1:
        return ui.plural(
            "Your {n} episode as {role}, prompts in {language}, any partner",
            "Your {n} episodes as {role}, prompts in {language}, any partner",
            results.episodes,
            **values,
        )
    return ui.plural(
        "Your {n} episode as {role}, prompts in {language}",
        "Your {n} episodes as {role}, prompts in {language}",
        results.episodes,
        **values,
    )


def own_conditions(live: ObserverPort, ui: Interface) -> Localised:
    """Return what all of a person's results up to an episode have in common."""
    return ui.text(
        "All with the same interface ({interface}) and the same aids.",
        interface=interface_meaning(live.condition.interface, ui),
    )


def best_line(results: OwnResults, ui: Interface) -> Localised | None:
    """Return a line on the best result so far; None for the first one, or if nothing is solved."""
    if results.episodes < 2:
        return None
    if results.is_best:
        return ui.text("Your best so far.")
    if results.in_tries and results.best_tries is not None:
        return ui.plural(
            "Your best so far: in {n} attempt.",
            "Your best so far: in {n} attempts.",
            results.best_tries,
        )
    if not results.in_tries and results.best_score:
        return ui.text("Your best so far: {score} of 100.", score=half_up(results.best_score, 1))
    return None


def bar_label(bar: Bar, ui: Interface) -> Localised:
    """Return what a bar stands for."""
    if bar.tries is not None:
        return Localised(ui.number(bar.tries))
    if bar.aborted:
        return ui.text("aborted")
    if bar.scores is None:
        return ui.text("not solved")
    low, high = bar.scores
    return Localised(ui.number(low) if low == high else f"{ui.number(low)}–{ui.number(high)}")


def daily_lines(result: DailyResult, ui: Interface) -> Iterator[Localised]:
    """Yield which daily task an episode was, and what it means for the streak."""
    episode, today = result
    yield ui.text("Daily task {number}.", number=str(episode.game_id))
    if counts_for_streak(episode):
        if streak := streak_in_words(today, ui):
            yield streak
    elif episode.practice:
        yield ui.text("Practice does not count for your streak.")
    elif episode.repeated:
        yield ui.text("You had met this task before, so it does not count for your streak.")
    elif episode.scores is not None and episode.scores.outcome == "aborted":
        yield ui.text("An aborted episode does not count for your streak.")


def streak_in_words(today: Today, ui: Interface) -> Localised | None:
    """Return the streak; None if there is none worth a word."""
    if today.streak < 2:
        return None
    return ui.plural("{n} day in a row", "{n} days in a row", today.streak)
