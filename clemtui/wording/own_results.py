"""A person's own results, daily tasks and streaks, in words."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.analysis.own_results import Bar, OwnResults
from clemtui.episode.offers.daily import Today
from clemtui.language import Interface, Localised, half_up


def own_heading(
    results: OwnResults, ui: Interface, *, role: str, language: str, partners: bool
) -> Localised:
    """Return what the distribution is of; ``partners``: whether the game has any."""
    values = {"role": role, "language": ui.language_name(language)}
    if partners:
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


def best_line(results: OwnResults, ui: Interface) -> Localised | None:
    """Return a line on the best result so far; None for the first one, or if nothing is solved."""
    if results.episodes < 2:
        return None
    if results.is_best:
        return ui.text("Your best so far.")
    if results.in_tries and results.best_tries is not None:
        return ui.plural(
            "Your best so far: in {n} try.", "Your best so far: in {n} tries.", results.best_tries
        )
    if not results.in_tries and results.best_score:
        return ui.text("Your best so far: {score} of 100.", score=half_up(results.best_score, 1))
    return None


def bar_label(bar: Bar, ui: Interface, *, in_tries: bool) -> Localised:
    """Return what a bar stands for, in a game that counts tries or in another one."""
    if bar.tries is not None:
        return Localised(ui.number(bar.tries))
    if bar.scores is None:
        return ui.text("not solved") if in_tries else ui.text("aborted")
    low, high = bar.scores
    return Localised(ui.number(low) if low == high else f"{ui.number(low)}–{ui.number(high)}")


def daily_lines(number: int, today: Today, ui: Interface, *, known: bool) -> Iterator[Localised]:
    """Yield which daily task an episode was, and what it means for the streak."""
    yield ui.text("Daily task {number}.", number=str(number))
    if known:
        yield ui.text("You had met this task before, so it does not count for your streak.")
    elif streak := streak_in_words(today, ui):
        yield streak


def streak_in_words(today: Today, ui: Interface) -> Localised | None:
    """Return the streak; None if there is none worth a word."""
    if today.streak < 2:
        return None
    return ui.plural("{n} day in a row", "{n} days in a row", today.streak)
