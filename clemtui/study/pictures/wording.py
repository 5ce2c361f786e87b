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
    "Whoever is not analysed is counted once, under the first reason that applies, in this order. "
    "Who withdrew or did not finish is analysed as far as their episodes count."
)
WIDE_INTERVALS = (
    "Intervals are at 95 % unless they are said to be others. Those of scores, shares, times and "
    "differences hold for other people of the same population on other instances of the same kind; "
    "those of models, which are fixed, for other instances. With fewer than 16 participants or 10 "
    "instances, those of scores, shares and differences are wider than they need to be. The mixed "
    "model, consistency and learning have methods of their own, stated below."
)
METHODS: Mapping[str, str] = {
    "crossed score": "score interval (Wilson) for the effective number of episodes, with Student's "
    "t for the normal quantile. Of people, the variance of the mean is from crossed variance "
    "components (participants, instances, rest; Henderson's method 1), and the degrees of freedom "
    "are Satterthwaite's; where there are few failures or few successes, the variance is larger. "
    "Where people share too few instances to tell the components apart, the variances between "
    "people and between instances are added, with the smaller of their degrees of freedom, which "
    "is conservative. "
    "Of a model, the variance is that between instances, whose replicates are averaged, with one "
    "degree of freedom less than the effective number of instances",
    "clopper-pearson": "exact interval (Clopper and Pearson) where all values are equal, for the "
    "smaller of the effective numbers of participants and instances; of a model, for instances",
    "mover": "interval of a difference on the same instances, of models in the same seats and "
    "languages as well, from the intervals of both means and "
    "their correlation (Zou), which counts as 0.7 at most; of a summary over games, from those of "
    "the games and the people whom they share",
    "unpaired mover": "the same without shared instances, with the covariance of the people who "
    "played both",
    "crossed t": "Student's t interval of the mean logarithm of times, transformed back, with the "
    "variance from crossed variance components and Satterthwaite's degrees of freedom",
}
"""How intervals are computed, by their method in the tables."""
TESTS: Mapping[str, str] = {
    "p": "of a comparison: two-sided, by inversion of the interval",
    "adjusted": "p adjusted by the protocol's correction for the number of primary comparisons; "
    "those of other models are adjusted by themselves",
    "sign-flip p": "test over instances, which holds for these people only, and finds too much "
    "where people differ",
    "Cliff's delta": "the share of the pairs of a person and a response of the model on the same "
    "instance, in the same seat and language, in which the person scored higher, minus that in "
    "which the model did; -1 to 1. Its "
    "interval is a score interval, widened as much as that of the difference of the means",
    "equivalent": "two one-sided tests of whether the difference is within the protocol's margin, "
    "each at the protocol's alpha; the interval beside it is at 1 - 2 alpha. Several are adjusted "
    "for their number, as a family beside the tests for a difference",
    "McNemar p": "exact test, only where each instance has one person and one response, and all "
    "values are 0 or 100",
}
"""What stands beside a difference."""
FURTHER: Mapping[str, str] = {
    "mixed model": "fitted by restricted maximum likelihood to the scores of the played "
    "episodes of a game, with participants and instances as random effects and roles, languages "
    "and models as fixed ones; models enter with what people have scores in, with the mean of "
    "their replicates. Standard errors are those of generalised least squares. Coefficients are "
    "in points and have Wald intervals and tests with the normal distribution, which are too "
    "narrow for few participants or instances; p values are not adjusted. Roles and languages are "
    "centred, so that the intercept is the mean of people at the average of the roles and "
    "languages of the episodes in the model, not that at the ones that the others are compared "
    "with",
    "consistency": "intraclass correlations of the two-way random model for absolute agreement, of "
    "one participant and of the mean of all, with McGraw and Wong's F intervals, only where "
    "everyone played everything; generalizability coefficients have no interval",
    "learning": "the regression slope over the place of an episode, with a constant for each "
    "participant and, where orders differ enough, for each instance; the variance is from the "
    "jackknife over participants, with Student's t and one degree of freedom less than there are "
    "participants whose places still vary after that. It holds for other people on these instances",
    "manipulation check": "the share who said person, by the methods above; p against 50 % by "
    "inversion of its interval; where everyone answered once, Clopper and Pearson's interval and "
    "the exact binomial test as well. Bang's index is the share, and its interval that of the "
    "share, on a scale from -1 to 1",
    "clemscore": "the mean % played of the games times their mean quality, divided by 100; its "
    "interval is a score interval of the linearised contributions of the episodes (delta method)",
}
"""How everything else is computed, by its section."""
