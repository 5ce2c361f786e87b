"""An R script for the mixed models of a study, which this program does not run.

statsmodels has no logistic mixed model by maximum likelihood. The script fits it with lme4 (Bates
and others, Journal of Statistical Software 67, 2015), and beside it the linear one for quality:
``played ~ fixed effects + (1 | participant) + (1 | instance)``, game by game. Where models are set
beside people, people are random and models fixed: models have no effect of a participant. If they
have replicates, these share an effect of the model on the instance.

The data are in the script, so that it can be run anywhere and shows what it was fitted to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.mixed import PEOPLE
from clemtui.language.sinks import csv_text


@dataclass(frozen=True, slots=True)
class ScriptRow:
    """An episode.

    Attributes:
        agent: `clemtui.analysis.baseline.mixed.PEOPLE`, or the name of a model.
        participant: of people; empty for a model.
        instance: what was played: the same for all who played the same.
        played: whether it was not aborted.
        quality: the main score; None if it was aborted.
    """

    game: str
    agent: str
    participant: str
    instance: str
    seat: str
    language: str
    played: bool
    quality: float | None


def r_script(title: str, rows: Iterable[ScriptRow]) -> str:
    """Return the script.

    Args:
        title: of the study, for the first lines.
        rows: all episodes that count; seats and languages are compared with the first of a game.
    """
    given = list(rows)
    games = dict.fromkeys(each.game for each in given)
    models = [_models(game, [each for each in given if each.game == game]) for game in games]
    return "\n".join([_head(title), f'data <- "{_escaped(_table(given))}"\n', _LOAD, *models])


def _head(title: str) -> str:
    comment = " ".join(title.split())
    return (
        "# This script was not run by clemtui. Check its results before you report them.\n"
        f"# Mixed models of the study: {comment}\n"
        '# Needs R 4 or later and the package lme4: install.packages("lme4")\n'
        "library(lme4)\n"
    )


_LOAD = """\
episodes <- read.csv(
  text = data, stringsAsFactors = FALSE, colClasses = c(
    game = "character", agent = "character", participant = "character", instance = "character",
    seat = "character", language = "character", played = "integer", quality = "numeric"
  )
)
# People are random, models are fixed: models have no effect of a participant
episodes$human <- as.numeric(episodes$agent == "people")

# Print the fixed effects with Wald's 95 % intervals; transform = exp gives odds ratios. One has no
# finite estimate where all episodes of an agent, seat or language were played, or none.
report <- function(model, transform = identity) {
  print(summary(model))
  if (isSingular(model)) message("A variance is 0: the model is singular.")
  print(transform(cbind(estimate = fixef(model), confint(model, "beta_", method = "Wald"))))
}
"""

_GAME = """\
# {comment}
part <- subset(episodes, game == "{game}")
part$participant <- factor(ifelse(part$human == 1, part$participant, "model"))
part$instance <- factor(part$instance)
{factors}
if (length(unique(part$played)) < 2) {{
  message("{game}: all episodes were played, or none: there is no logistic model.")
}} else {{
  try(report(glmer(
    played ~ {terms},
    data = part, family = binomial,
    control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 2e5))
  ), exp))
}}
scored <- droplevels(subset(part, !is.na(quality)))
if (length(unique(scored$quality)) < 2) {{
  message("{game}: quality does not vary: there is no linear model.")
}} else {{
  try(report(lmer(quality ~ {terms}, data = scored)))
}}
"""


def _models(game: str, rows: Sequence[ScriptRow]) -> str:
    levels = {
        "agent": dict.fromkeys(each.agent for each in rows),
        "seat": dict.fromkeys(each.seat for each in rows),
        "language": dict.fromkeys(each.language for each in rows),
    }
    several = {name: list(found) for name, found in levels.items() if len(found) > 1}
    random = ["(1 | instance)"]
    if PEOPLE in levels["agent"]:
        alone = "agent" not in several
        random.insert(0, "(1 | participant)" if alone else "(0 + human | participant)")
    if "agent" in several and _replicated(rows):
        random.append("(1 | agent:instance)")
    factors = [
        f'part${name} <- relevel(factor(part${name}), ref = "{_escaped(_first(found))}")'
        for name, found in several.items()
    ]
    return _GAME.format(
        comment=" ".join(game.split()),
        game=_escaped(game),
        factors="\n".join(factors) or "# one agent, seat and language: there are no fixed effects",
        terms=" + ".join([*(several or ["1"]), *random]),
    )


def _replicated(rows: Sequence[ScriptRow]) -> bool:
    """Whether a model has played something more than once: what is hard for it may not be hard for
    others, so that its replicates are not independent."""
    own = [each for each in rows if each.agent != PEOPLE]
    return len({(each.agent, each.instance, each.seat, each.language) for each in own}) < len(own)


def _first(levels: Sequence[str]) -> str:
    """Return the level that the others are compared with: people, or the first of the study."""
    return PEOPLE if PEOPLE in levels else levels[0]


def _table(rows: Iterable[ScriptRow]) -> str:
    return csv_text(
        ("game", "agent", "participant", "instance", "seat", "language", "played", "quality"),
        (
            (
                each.game, each.agent, each.participant, each.instance, each.seat, each.language,
                int(each.played), each.quality,
            )
            for each in rows
        ),
    )  # fmt: skip


def _escaped(text: str) -> str:
    """Return a text as it is written in a string of R in double quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
