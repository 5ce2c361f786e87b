"""Which episodes count, and why others do not: the same words, in the same order, everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from clemtui.language import Interface, Localised, one_line, translatable
from clemtui.records.results import ExclusionReason
from clemtui.records.rows import (
    CLOSED_TAG,
    EXCLUDED_TAG,
    IMPORTED_TAG,
    NOT_RESCORED_TAG,
    RUN_TAG,
    STUDY_PREFIX,
    EpisodeSummary,
)
from clemtui.wording.phrases import OUTCOMES, STATES, decision_in_words, revocation_in_words

EXCLUDED: Mapping[ExclusionReason, str] = {
    "erased": translatable("erased"),
    "practice": translatable("practice"),
    "excluded": translatable("excluded by a decision"),
    "continued": translatable("continued with another partner"),
    "not finished": STATES["running"],
    "abandoned": STATES["abandoned"],
    "void": STATES["void"],
    "repetition": translatable("repetition"),
    "other version": translatable("other version of the game"),
    "other scorer": translatable("scored only by another scorer"),
    "not scored": translatable("not scored"),
    "no rules": translatable("game not installed"),
    "replays otherwise": translatable("not reproduced by the installed rules"),
}
"""Why episodes are excluded, in the order of the reasons; docs/report.md explains them."""

Mark = ExclusionReason | Literal["closed", "study", "tagged"]
"""What a list notes of an episode beside its outcome."""

MARK_MEANINGS: Mapping[Mark, str] = {
    "excluded": translatable("excluded by a decision, with a reason"),
    "practice": EXCLUDED["practice"],
    "repetition": translatable("repetition: a player had seen the task before, in any language"),
    "continued": EXCLUDED["continued"],
    "erased": translatable("erased: its text is gone"),
    "not scored": EXCLUDED["not scored"],
    "closed": translatable("closed by a decision: no one can resume it"),
    "study": translatable("excluded from one study only"),
    "tagged": translatable("tagged"),
}
"""The marks of lists and what they mean, for help."""

CLOSING: Mapping[str, str] = {
    "aborted": translatable(
        "What is closed as aborted can no longer be resumed; it counts as not played."
    ),
    "void": translatable("What is closed as void can no longer be resumed; it counts nowhere."),
}
"""What closing an unfinished episode means, by the outcome; this is final."""

_OF_PROGRAM = frozenset({EXCLUDED_TAG, CLOSED_TAG, RUN_TAG, IMPORTED_TAG, NOT_RESCORED_TAG})
_SAID_BY_STATE = frozenset({"not finished", "abandoned", "void"})


def excluded_in_words(left_out: Mapping[ExclusionReason, int], ui: Interface) -> Localised:
    """Return how many episodes are excluded from figures or an export, and why; empty if none."""
    reasons = [
        ui.text("{name}: {value}", name=ui.text(said), value=ui.number(left_out[reason]))
        for reason, said in EXCLUDED.items()
        if left_out.get(reason)
    ]
    if not reasons:
        return Localised("")
    return ui.text("Excluded: {reasons}.", reasons=ui.list(reasons))


def outcome_in_words(episode: EpisodeSummary, ui: Interface) -> Localised:
    """Return the outcome of a finished episode, or the state of any other, whatever its scores."""
    if episode.state == "finished" and episode.scores is not None:
        return ui.text(OUTCOMES[episode.scores.outcome])
    return ui.text(STATES[episode.state])


def marks(episode: EpisodeSummary) -> tuple[Mark, ...]:
    """Return what a list notes of an episode; its state is shown as its outcome."""
    found: list[Mark] = [each for each in excluded_for(episode) if each not in _SAID_BY_STATE]
    if CLOSED_TAG in episode.tags:
        found.append("closed")
    if _studies(episode):
        found.append("study")
    if set(episode.tags) - _OF_PROGRAM:
        found.append("tagged")
    return tuple(found)


def marks_in_words(episode: EpisodeSummary, ui: Interface) -> Iterator[Localised]:
    """Yield each of the `marks` in words."""
    for mark in marks(episode):
        match mark:
            case "closed":
                yield ui.text("closed by a decision")
            case "study":
                for study in _studies(episode):
                    yield ui.text("excluded from the study “{study}”", study=one_line(study))
            case "tagged":
                yield ui.text("tagged {tags}", tags=_listed(_tags(episode), ui))
            case _:
                yield ui.text(EXCLUDED[mark])


def standing(episode: EpisodeSummary, ui: Interface) -> Localised:
    """Return in one line whether an episode counts, why not, and who decided what about it, also
    what was revoked."""
    reasons = []
    for reason in excluded_for(episode):
        said, details = ui.text(EXCLUDED[reason]), ""
        if reason == "excluded":
            details = _decided(episode, EXCLUDED_TAG, ui)
        reasons.append(_with_details(said, details))
    parts = [
        ui.text("Does not count: {reasons}.", reasons=Localised("; ".join(reasons)))
        if reasons
        else ui.text("Counts.")
    ]
    if CLOSED_TAG in episode.tags:
        details = _decided(episode, CLOSED_TAG, ui)
        parts.append(ui.text("Closed: {details}.", details=Localised(details)))
    parts += (
        ui.text("Excluded from the study “{study}”.", study=one_line(study))
        for study in _studies(episode)
    )
    if tags := _tags(episode):
        parts.append(ui.text("Tags: {tags}.", tags=_listed(tags, ui)))
    parts += _revoked(episode, ui)
    return Localised(" ".join(parts))


def _revoked(episode: EpisodeSummary, ui: Interface) -> Iterator[Localised]:
    """Yield who revoked which decision, when and why, and the decision itself."""
    for each in episode.revoked:
        details = revocation_in_words(each, ui)
        if each.key != EXCLUDED_TAG:
            tag = one_line(f"{each.key}={each.value}")
            yield ui.text("Tag {tag} removed: {details}.", tag=tag, details=details)
        elif each.value.startswith(STUDY_PREFIX):
            study = one_line(each.value.removeprefix(STUDY_PREFIX))
            yield ui.text(
                "Included again in the study “{study}”: {details}.", study=study, details=details
            )
        elif "excluded" not in episode.left_out:  # it may be excluded under another value
            yield ui.text("Included again: {details}.", details=details)


def excluded_for(episode: EpisodeSummary) -> tuple[ExclusionReason, ...]:
    """Return all reasons why an episode does not count; empty if it does."""
    unscored = episode.state == "finished" and episode.scores is None
    return (*episode.left_out, *(("not scored",) if unscored else ()))


def _studies(episode: EpisodeSummary) -> tuple[str, ...]:
    """Return the studies from which alone an episode is excluded."""
    return tuple(
        scope.removeprefix(STUDY_PREFIX)
        for scope in episode.tags.get(EXCLUDED_TAG, ())
        if scope.startswith(STUDY_PREFIX)
    )


def _tags(episode: EpisodeSummary) -> tuple[str, ...]:
    return tuple(
        f"{key}={value}"
        for key, values in episode.tags.items()
        for value in values
        if key not in _OF_PROGRAM
    )


def _decided(episode: EpisodeSummary, key: str, ui: Interface) -> str:
    said = (
        decision_in_words(each, ui)
        for each in episode.decisions
        if each.key == key and not each.value.startswith(STUDY_PREFIX)
    )
    return "; ".join(each for each in said if each)


def _with_details(said: str, details: str) -> str:
    return f"{said} ({details})" if details else said


def _listed(names: tuple[str, ...], ui: Interface) -> Localised:
    return ui.list([Localised(one_line(name)) for name in names])
