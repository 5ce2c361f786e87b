"""Identical answers in a row: only what is said in words of one's own can be a sign of low effort.

The same answer again and again can be the right one to questions with few possible answers. So
answers to side questions are passed over, and choices among fixed options as well; the records say
which the former are. The latter are known from the form of the request (`Form.only_choices`). Forms
are not recorded: an episode is replayed for them, and only if its answers would be marked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from clemtui.catalogue import CatalogueError
from clemtui.episode.restoring.replay import ReplayDiffers, replay_episode
from clemtui.records.studies import StudyResponse
from clemtui.store.read.reader import Reader
from clemtui.study.service import StudyInRecords

Choices = Collection[tuple[str, int]]
"""Requests that were answered with a choice among fixed options: episode and number."""


def are_identical(responses: Sequence[StudyResponse], least: int, choices: Choices = ()) -> bool:
    """Whether so many answers of an episode in a row are the same text, with what is passed over
    left out of the row; 0: no.

    Args:
        responses: those of one episode, in their order.
        least: how many.
        choices: what is passed over beside side questions.
    """
    texts = [
        each.text.strip()
        for each in responses
        if not each.side and (each.episode, each.request) not in choices
    ]
    longest = max((len(list(same)) for _, same in groupby(texts)), default=0)
    return bool(least) and longest >= least and any(texts)


def choices_of(
    reader: Reader, study: StudyInRecords, responses: Sequence[StudyResponse]
) -> Choices:
    """Return the choices in the episodes whose answers are identical otherwise.

    Where a game is not here, or its rules have changed so that the episode comes out otherwise, no
    answer is known to be a choice.

    Args:
        responses: of the study, by episode, in their order.

    Raises:
        StoreError: if an episode cannot be read.
    """
    least = study.manifest.protocol.checks.identical
    return frozenset(
        found
        for episode, given in groupby(responses, lambda each: each.episode)
        if are_identical(list(given), least)
        for found in _choices(reader, study, episode)
    )


def _choices(reader: Reader, study: StudyInRecords, episode: str) -> Iterator[tuple[str, int]]:
    if study.catalogue is None:
        return
    stored = reader.load(episode)
    try:
        replayed = replay_episode(study.catalogue.game(stored.summary.game), stored)
    except (CatalogueError, ReplayDiffers):
        return
    for each in replayed.exchanges:
        if each.request.form is not None and each.request.form.only_choices:
            yield episode, each.request.id
