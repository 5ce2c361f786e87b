"""Numbers of things in words. In English only."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a count in words: ``no tasks``, ``1 task``, ``2 tasks``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def plural(number: float, noun: str) -> str:
    """Return a count in figures: ``0 tasks``, ``1 task``, ``2.5 tasks``."""
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def of_games(some: int, of: int) -> str:
    """Return how many games of a study a figure is over: ``3 games``, ``2 of 3 games``."""
    return counted(of, "game") if some == of else f"{some} of {counted(of, 'game')}"


def numbers(participants: int, instances: int, episodes: int) -> str:
    """Return the three numbers that every figure is based on."""
    people = "1 participant" if participants == 1 else f"{participants} participants"
    return f"{people}, {counted(instances, 'instance')}, {counted(episodes, 'episode')}"
