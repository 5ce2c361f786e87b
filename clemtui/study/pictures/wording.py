"""What pictures and the report as a page say of themselves. In English only."""

from __future__ import annotations

from collections.abc import Mapping

INTERVALS_NOTE = (
    "Means with 95 % intervals, for other people and other instances; those of models, which are "
    "fixed, for other instances."
)
REFERENCES_NOTE = (
    "A star is a published score of people, which is not comparable with the means; the report "
    "says why."
)
DOTS_NOTE = (
    "A dot for the mean joint score of each participant, without excluded ones. The line is the "
    "mean of all their episodes, and the grey band its 95 % interval."
)
DOTS_NOTE_IN_TEXT = (
    "A dot for the mean joint score of each participant, without excluded ones; beneath them the "
    "mean of all their episodes with its 95 % interval."
)
CURVES_NOTE = (
    "The mean of participants' first, second, ... episode of each game, with 95 % intervals. "
    "Episodes that do not count keep their place. Different places may have different instances."
)
FLOW_NOTE = (
    "Those who withdrew, did not finish or are excluded are counted among the admitted, and may be "
    "the same people. Who withdrew or did not finish is analysed as far as their episodes count."
)
WIDE_INTERVALS = (
    "All intervals are at 95 % unless they are said to be others, and hold for other people of the "
    "same population on other instances of the same kind; those of models for other instances. "
    "With fewer than 16 participants or 10 instances they are wider than they need to be."
)
METHODS: Mapping[str, str] = {
    "crossed score": "score interval (Wilson) for the effective number of episodes, from crossed "
    "variance components; of a model, from the variance between instances",
    "clopper-pearson": "exact interval (Clopper and Pearson) where all values are equal, for the "
    "smaller of the effective numbers of participants and instances; of a model, for instances",
    "mover": "interval of a difference, from those of both means and their covariance (Zou); of a "
    "summary over games, from those of the games",
    "unpaired mover": "the same without shared instances, with the covariance of the people who "
    "played both",
    "crossed t": "Student's t interval with crossed variance components, for values without a "
    "range, such as times, whose logarithms are averaged",
}
"""How intervals are computed, by their method in the tables."""
TESTS: Mapping[str, str] = {
    "p": "of a comparison: two-sided, by inversion of the interval",
    "adjusted": "p adjusted for the number of comparisons by the protocol's correction",
    "sign-flip p": "test over instances, which holds for these people only, and finds too much "
    "where people differ",
    "Cliff's delta": "the share of the pairs of a person and a response of the model on the same "
    "instance in which the person scored higher, minus that in which the model did; -1 to 1",
    "equivalent": "two one-sided tests of whether the difference is within the protocol's margin",
    "McNemar p": "exact test, only where each instance has one person and one response",
}
"""What stands beside a difference."""
