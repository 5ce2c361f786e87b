"""All figures once more, from raw tables alone: with pandas, scipy and statsmodels.

Nothing here uses the program or a view of the database, so that no mistake can be in both.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tests.analysis.recomputed.answering import completed_models

TABLES = (
    "episodes", "seat_assignments", "contents", "scores", "tags", "exposures", "episode_ends",
    "erased_episodes", "people", "requests", "attempts_started", "attempts_ended",
)  # fmt: skip
REASONS = (
    "erased", "practice", "excluded", "continued", "not finished", "abandoned", "void",
    "repetition",
)  # fmt: skip
NO_PEOPLE = "no people"
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Wanted:
    """What a figure is about.

    Attributes:
        repeats: whether repetitions count.
        study: whose exclusions apply as well.
        scorer: whose scores, after the game; empty: the game's own, in the version played.
    """

    repeats: bool = False
    study: str = ""
    scorer: str = ""


@dataclass
class Records:
    """The raw tables of a database, as data frames."""

    path: Path
    tables: dict[str, Any] = field(init=False)
    known: dict[Wanted, tuple[list[dict[str, Any]], Counter[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with closing(sqlite3.connect(self.path)) as db:
            self.tables = {name: pd.read_sql(f"SELECT * FROM {name}", db) for name in TABLES}
        contents = self.tables["contents"]
        kept = contents[contents.kind.isin(["parameters", "condition", "instance"])]
        self.content: dict[str, Any] = {
            digest: json.loads(body) for digest, body in zip(kept.hash, kept.body, strict=True)
        }
        self.pseudonyms = dict(zip(self.tables["people"].id, self.tables["people"].pseudonym,
                                   strict=True))  # fmt: skip

    def exposure_key(self, instance: str) -> str:
        """Return what a person must not have met before: here, the set of an instance."""
        known = self.content[instance]
        return f"{known['game']}:{known['data']['set']}"

    # Why an episode does not count

    @cached_property
    def repetitions(self) -> set[str]:
        """Return the episodes in which a person had met what it is about."""
        episodes = self.tables["episodes"]
        keys = {row.instance_hash: self.exposure_key(row.instance) for row in episodes.itertuples()}
        unknown = set(episodes.id[episodes.time_known == 0])
        seen = self.tables["exposures"]
        seen = seen[~seen.episode.isin(unknown)]
        seen = seen.assign(key=seen.instance_hash.map(keys))[["person", "key", "at", "episode"]]
        played = self.tables["seat_assignments"].dropna(subset=["person"])[["episode", "person"]]
        played = played.merge(episodes, left_on="episode", right_on="id")
        played = played.assign(key=played.instance_hash.map(keys))
        both = played.merge(seen, on=["person", "key"], suffixes=("", "_before"))
        before = (both["at"] < both.created_at) & (both.episode_before != both.episode)
        return set(both[before & (both.time_known == 1)].episode)

    def excluded(self, study: str) -> set[str]:
        """Return the episodes whose last decision excludes them everywhere or from a study."""
        tags = self.tables["tags"]
        tags = tags[tags.key == "excluded"].sort_values(["at", "id"])
        last = tags.groupby(["episode", "value"], as_index=False).last()
        added = last[last.decision == "added"]
        everywhere = ~added.value.str.startswith("study:")
        return set(added[everywhere | ((study != "") & (added.value == f"study:{study}"))].episode)

    def left_out(self, wanted: Wanted) -> dict[str, str | None]:
        """Return why each episode does not count, whatever its scores; None if it does."""
        ends = dict(
            zip(self.tables["episode_ends"].episode, self.tables["episode_ends"].state, strict=True)
        )
        repeated = set() if wanted.repeats else self.repetitions
        excluded, erased = self.excluded(wanted.study), set(self.tables["erased_episodes"].episode)
        found: dict[str, str | None] = {}
        for row in self.tables["episodes"].itertuples():
            state = ends.get(row.id)
            holds = (
                row.id in erased, bool(row.practice), row.id in excluded,
                self.content[row.condition].get("continued_from") is not None, state is None,
                state == "abandoned", state == "void", row.id in repeated,
            )  # fmt: skip
            found[row.id] = next((why for why, it in zip(REASONS, holds, strict=True) if it), None)
        return found

    # Who played

    @cached_property
    def seats(self) -> dict[str, list[Row]]:
        """Return the seats of each episode, without services."""
        found: dict[str, list[Row]] = {}
        rows = self.tables["seat_assignments"].sort_values(["episode", "position"])
        for row in rows[rows.kind != "service"].itertuples():
            parameters = self.content[row.parameters]
            found.setdefault(row.episode, []).append(
                {
                    "seat": row.seat,
                    "role": row.role,
                    "kind": row.kind,
                    "name": row.player,
                    "person": self.pseudonyms.get(row.person),
                    "model": parameters.get("model", row.player),
                    "player": player(row.kind, row.player, parameters),
                }
            )
        return found

    @cached_property
    def answered(self) -> dict[str, Hashable]:
        """Return the models that answered in each episode that was closed, by that asked for."""
        closed = set(self.tables["episode_ends"].episode) - set(
            self.tables["erased_episodes"].episode
        )
        ended = self.tables["attempts_ended"]
        ended = ended.assign(model=ended.model.fillna(""))
        done, cut = ended.outcome == "done", ended.outcome == "cut"
        ended = ended[done | (cut & (ended.model != ""))]
        calls = ended.merge(self.tables["attempts_started"], left_on="attempt", right_on="id")
        calls = calls.merge(
            self.tables["requests"], left_on=["episode", "request"], right_on=["episode", "number"]
        )
        seats = {(id, each["seat"]): each for id, found in self.seats.items() for each in found}
        found: dict[str, set[tuple[str, str]]] = {}
        for row in calls[calls.episode.isin(closed)].itertuples():
            asked = seats[row.episode, row.seat]["model"]
            found.setdefault(row.episode, set()).add((asked, row.model))
        models = {
            id: {(each["model"], each["player"]) for each in seated if each["kind"] == "model"}
            for id, seated in self.seats.items()
        }
        return completed_models(found, models)

    def players(self, id: str) -> Hashable:
        """Return who played an episode; one player in all seats is listed once."""
        players = [each["player"] for each in self.seats[id]]
        return tuple(players[:1] if len(set(players)) == 1 else players)

    # Everything about an episode in one line

    def lines(self, wanted: Wanted) -> tuple[list[dict[str, Any]], Counter[str]]:
        """Return a line for each episode that counts or is void, and what is left out and why."""
        if wanted not in self.known:
            self.known[wanted] = self._lines(wanted)
        return self.known[wanted]

    def _lines(self, wanted: Wanted) -> tuple[list[dict[str, Any]], Counter[str]]:
        why, seats, answered = self.left_out(wanted), self.seats, self.answered
        scores = self.tables["scores"]
        by_scorer = {(row.episode, row.scorer): row for row in scores.itertuples()}
        scored = set(scores.episode)
        lines, left_out = [], Counter[str]()
        for row in self.tables["episodes"].itertuples():
            scorer = f"{row.game}:{wanted.scorer or row.game_version}"
            score, reason = by_scorer.get((row.id, scorer)), why[row.id]
            if reason is None and score is None:
                reason = "other scorer" if row.id in scored else "not scored"
            if reason is not None:
                left_out[reason] += 1
            if reason in (None, "void"):
                rules = row.rules_hash if score is None else none_if_nan(score.rules_hash)
                lines.append(
                    {
                        "id": row.id,
                        "void": reason is not None,
                        "game": row.game,
                        "version": row.game_version,
                        "experiment": row.experiment,
                        "task": row.task_key,
                        "instance": row.instance_hash,
                        "language": row.language,
                        "seats": seats[row.id],
                        "players": self.players(row.id),
                        "answered": answered.get(row.id, frozenset()),
                        "has people": any(each["kind"] == "human" for each in seats[row.id]),
                        "form": row.interface,
                        "settings of play": self.content[row.condition],
                        "scored by": (scorer, rules),
                        **flags(score),
                    }
                )
        return lines, left_out


def player(kind: str, name: str, parameters: Mapping[str, Any]) -> Hashable:
    """Return what makes a player the player it is."""
    if kind == "human":
        return kind
    if kind == "scripted":
        return kind, name, parameters.get("script", "1")
    extra = {key: value for key, value in parameters.get("extra", {}).items() if key != "seed"}
    sampling = (parameters.get("temperature", 0.0), parameters.get("max_tokens"))
    host = parameters.get("api_base")
    return kind, parameters.get("model", name), host, sampling, json.dumps(extra, sort_keys=True)


def none_if_nan(value: Any) -> Any:
    """Return None for a missing value of pandas."""
    return None if value is None or value != value else value


def flags(score: Any) -> Row:
    """Return the flags and the main score of a row of scores."""
    names = ("aborted", "success", "lose", "main_score")
    return {name: None if score is None else none_if_nan(getattr(score, name)) for name in names}


# What rows are split by


def names(records: Records) -> dict[Hashable, str]:
    """Return the name of each player: the only one given to its model, if to no other; or that of
    the model."""
    given_to: dict[tuple[str, str], set[str]] = {}
    every = [seat for seats in records.seats.values() for seat in seats]
    for seat in every:
        given_to.setdefault((seat["kind"], seat["model"]), set()).add(seat["name"])

    def name(kind: str, model: str) -> str:
        one, *others = given_to[kind, model]
        of_another = any(
            one in {*names, called}
            for (its_kind, called), names in given_to.items()
            if its_kind == kind and called != model
        )
        return model if others or of_another else one

    return {seat["player"]: name(seat["kind"], seat["model"]) for seat in every}


def condition(line: Row) -> Hashable:
    """Return the settings of play that may change a result."""
    known = line["settings of play"]
    of_people = (line["form"], known["interface_language"]) if line["has people"] else None
    return of_people, known["response_limit"]


def values(line: Row, named: Mapping[Hashable, str]) -> dict[str, Hashable]:
    """Return the value of an episode in every dimension that is the same for all its seats."""
    seats, people = line["seats"], line["has people"]
    kinds = [each["kind"] for each in seats]
    called = [(each["kind"], named[each["player"]]) for each in seats]
    if len(set(called)) == 1:
        kind, name = called[0]
        title = name if kind == "human" else f"{name}--{name}"
    else:
        title = "--".join(name for _, name in called)
    return {
        "players": title,
        "kinds": kinds[0] if len(set(kinds)) == 1 else "--".join(kinds),
        "people": "--".join(dict.fromkeys(each["person"] for each in seats if each["person"]))
        or NO_PEOPLE,
        "game": line["game"],
        "experiment": line["experiment"],
        "language": line["language"],
        "interface": line["form"] if people else NO_PEOPLE,
        "settings": (line["players"], line["answered"]),
        "condition": condition(line),
        "aids": tuple(line["settings of play"]["aids"]) if people else (),
        "scorer": line["scored by"],
    }


OF_SEATS: Mapping[str, Callable[[Row, Mapping[Hashable, str]], str]] = {
    "player": lambda seat, named: named[seat["player"]],
    "kind": lambda seat, _: str(seat["kind"]),
    "seat": lambda seat, _: str(seat["seat"]),
    "role": lambda seat, _: str(seat["role"]),
}
SPLIT = ("scorer", "condition", "aids")
OF_A_GAME = ("experiment", "role", "aids", "scorer")
Key = tuple[Hashable, ...]
Hidden = tuple[tuple[str, Hashable], ...]
"""What a row is split by besides its key, by name."""


def report_keys(
    line: Row, by: Sequence[str], hidden: Sequence[str], named: Mapping[Hashable, str]
) -> list[tuple[Key, Hidden]]:
    """Return the rows that an episode is in: what was asked for of their keys, and the rest."""
    known = values(line, named)
    of_seats = [name for name in by if name in OF_SEATS]
    rows = {tuple(OF_SEATS[name](seat, named) for name in of_seats) for seat in line["seats"]}
    found: list[tuple[Key, Hidden]] = []
    for row in rows:
        seat = dict(zip(of_seats, row, strict=True))
        shown = tuple(seat[name] if name in seat else known[name] for name in by)
        found.append((shown, tuple((name, known[name]) for name in hidden)))
    return found


def split_by(lines: Sequence[Row], by: Sequence[str], named: Mapping[Hashable, str]) -> list[str]:
    """Return what else rows are split by, because they would mix it."""
    found: list[str] = []
    for name in ("settings", *SPLIT) if "players" in by else SPLIT:
        whole = [each for each in (*by, *found) if each != "game" and each not in OF_A_GAME]
        scope = [*by, *found, "game"] if name in OF_A_GAME else whole
        shown, hidden = ([each for each in scope if (each in found) is it] for it in (False, True))
        among: dict[Hashable, set[Hashable]] = {}
        for line in lines:
            for key in report_keys(line, shown, hidden, named):
                among.setdefault(key, set()).add(values(line, named)[name])
        if any(len(each) > 1 for each in among.values()):
            found.append(name)
    return found


# Figures


def items(lines: Sequence[Row]) -> Any:
    """Return a frame with a line for each item: replicates by programs averaged, else episodes."""
    frame = pd.DataFrame(
        {
            "item": [
                line["id"]
                if line["has people"]
                else (line["instance"], line["language"], line["answered"], line["players"])
                for line in lines
            ],
            "played": [
                None if line["aborted"] is None else 1.0 - line["aborted"] for line in lines
            ],
            "main": [line["main_score"] for line in lines],
            "joint": [0.0 if line["aborted"] == 1 else line["main_score"] for line in lines],
        }
    )
    numbers = frame.astype({"played": float, "main": float, "joint": float})
    return numbers.groupby("item", sort=False)[["played", "main", "joint"]].mean()


def measures(lines: Sequence[Row]) -> dict[str, Any]:
    """Return all measures of episodes of one game, not rounded."""
    found = (
        items(lines) if lines else pd.DataFrame(columns=["played", "main", "joint"], dtype=float)
    )
    played, main, joint = (found[name].dropna() for name in ("played", "main", "joint"))
    shares = set(played) <= {0.0, 1.0}
    return {
        "episodes": len(lines),
        "aborted": sum(line["aborted"] or 0 for line in lines),
        "successes": sum(line["success"] or 0 for line in lines),
        "losses": sum(line["lose"] or 0 for line in lines),
        "items": len(found),
        "decided_items": len(played),
        "scored_items": len(main),
        "joint_items": len(joint),
        "played": none_if_nan(100 * played.mean()),
        "quality": none_if_nan(main.mean()),
        "quality_std": none_if_nan(main.std()),
        "joint": none_if_nan(joint.mean()),
        "played_interval": wilson(played) if shares else student(100 * played),
        "quality_interval": student(main),
        "joint_interval": student(joint),
    }


def wilson(shares: Any) -> tuple[float, float] | None:
    """Return Wilson's interval of values of 0 and 1, in percent."""
    if not len(shares):
        return None
    low, high = proportion_confint(int(shares.sum()), len(shares), method="wilson")
    return 100 * low, 100 * high


def student(sample: Any) -> tuple[float, float] | None:
    """Return Student's interval, cut off at 0 and 100; None if all values are nearly the same."""
    if len(sample) < 2 or sample.max() - sample.min() < 1e-9:
        return None
    low, high = stats.t.interval(0.95, len(sample) - 1, sample.mean(), stats.sem(sample))
    return max(0.0, low), min(100.0, high)


Cells = dict[tuple[Key, Hidden], dict[str, Any]]


def cells(records: Records, by: Sequence[str], wanted: Wanted) -> Cells:
    """Return the measures of every row of a report."""
    lines, _ = records.lines(wanted)
    named = names(records)
    rows: dict[tuple[Key, Hidden], list[Row]] = {}
    void = Counter[tuple[Key, Hidden]]()
    hidden = split_by([line for line in lines if not line["void"]], by, named)
    for line in lines:
        for key in report_keys(line, by, hidden, named):
            if line["void"]:
                void[key] += 1
            else:
                rows.setdefault(key, []).append(line)
    return {key: measures(rows.get(key, [])) | {"void": void[key]} for key in {**rows, **void}}


def averages(found: Cells, by: Sequence[str]) -> tuple[list[tuple[Key, dict[str, Any]]], int]:
    """Return the averages over games, and the number of those that would count a game twice."""
    over = [name for name in by if name != "game" and name not in OF_A_GAME]
    rows: dict[tuple[Key, Hidden], list[tuple[Hashable, dict[str, Any]]]] = {}
    for (key, hidden), measured in found.items():
        if not measured["episodes"]:
            continue
        named = dict(zip(by, key, strict=True))
        kept = tuple((name, value) for name, value in hidden if name not in OF_A_GAME)
        row = tuple(named[name] for name in over), kept
        rows.setdefault(row, []).append((named["game"], measured))
    several = [key for key, games in rows.items() if len({game for game, _ in games}) < len(games)]
    result = []
    for (key, hidden), games in rows.items():
        if (key, hidden) in several:
            continue
        means = {
            name: rounded_mean([measured[name] for _, measured in games])
            for name in ("played", "quality", "joint")
        }
        score = None
        if means["played"] is not None and means["quality"] is not None:
            score = round(means["played"] / 100 * means["quality"], 2)
        with_value = {
            f"{name}_games": sum(measured[of] is not None for _, measured in games)
            for name, of in (("decided", "played"), ("scored", "quality"), ("joint", "joint"))
        }
        sums = {"games": len(games), "episodes": sum(each["episodes"] for _, each in games)}
        result.append((key, {**sums, **with_value, **means, "clemscore": score}))
    return result, len(several)


def rounded_mean(found: Sequence[float | None]) -> float | None:
    """Return the mean of rounded values, rounded."""
    known = [round(value, 2) for value in found if value is not None]
    return round(sum(known) / len(known), 2) if known else None


def comparison(
    records: Records, game: str, version: str, rules: Sequence[str], wanted: Wanted
) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Return the rows of a comparison of players in one version of a game, and what it leaves
    out."""
    lines, _ = records.lines(wanted)
    counted = {line["id"]: line for line in lines if not line["void"]}
    why = records.left_out(wanted)
    scored = set(records.tables["scores"].episode)
    rows: dict[Hashable, list[Row]] = {}
    left_out = Counter[str]()
    for row in records.tables["episodes"].itertuples():
        if row.game != game:
            continue
        reason, line = why[row.id], counted.get(row.id)
        if reason is None and (
            row.game_version != version or (line and line["scored by"][1] not in rules)
        ):
            reason = "other version"
        if reason is None and line is None:
            reason = "other scorer" if row.id in scored else "not scored"
        if reason is not None or line is None:
            left_out[str(reason)] += 1
            continue
        form = line["form"] if line["has people"] else ""
        key = (line["players"], line["answered"], form, line["language"])
        rows.setdefault(key, []).append(line)
    found = []
    for (_, _, form, _), episodes in rows.items():  # type: ignore[misc]
        people = {each["person"] for line in episodes for each in line["seats"]} - {None}
        found.append({"interface": form, "people": len(people), **measures(episodes)})
    return found, left_out


# The effect of the prompt language


def differences(records: Records, baseline: str, wanted: Wanted, measure: str) -> list[Row]:
    """Return the differences between each language and a baseline, setting by setting."""
    lines, _ = records.lines(wanted)
    lines = [line for line in lines if not line["void"]]
    named = names(records)
    settings: dict[Hashable, list[Row]] = {}
    for line in lines:
        known = values(line, named)
        split = ("game", "players", "settings", "condition", "aids", "scorer")
        settings.setdefault(tuple(known[name] for name in split), []).append(line)
    return [
        each | {"players": tuple(named[seat["player"]] for seat in found[0]["seats"])}
        for found in settings.values()
        for each in _differences(found, baseline, measure)
    ]


def _differences(lines: Sequence[Row], baseline: str, measure: str) -> list[dict[str, Any]]:
    frame = pd.DataFrame(
        {
            "language": [line["language"] for line in lines],
            "group": [line["experiment"].removesuffix(f"_{line['language']}") for line in lines],
            "task": [line["task"] for line in lines],
            "value": [value_of(line, measure) for line in lines],
        }
    ).astype({"value": float})
    tasks = frame.dropna().groupby(["language", "group", "task"])["value"].mean()
    found = []
    for language in sorted(set(frame.language) - {baseline}):
        if any(each not in tasks.index.get_level_values(0) for each in (language, baseline)):
            continue
        mine, base = tasks[language], tasks[baseline]
        game = {"game": lines[0]["game"], "language": language}
        common = mine.index.intersection(base.index)
        if len(common):
            pairs = mine[common] - base[common]
            alone = len(mine.index.symmetric_difference(base.index))
            tested = paired_p(mine[common], base[common])
            found.append(
                {**game, "group": "", "n": len(pairs), "baseline_n": len(pairs), "alone": alone,
                 "difference": pairs.mean(), "p": tested}
            )  # fmt: skip
            continue
        bands = [set(each.index.get_level_values(0)) for each in (mine, base)]
        shared = sorted(bands[0] & bands[1])
        alone = sum((~each.index.isin(shared, level=0)).sum() for each in (mine, base) if shared)
        for group in shared or [""]:  # without a common band, all of them
            one, other = (each[group] if group else each for each in (mine, base))
            found.append(
                {**game, "group": group, "n": len(one), "baseline_n": len(other), "alone": alone,
                 "difference": one.mean() - other.mean(), "p": unpaired_p(one, other)}
            )  # fmt: skip
    return found


def value_of(line: Row, measure: str) -> float | None:
    """Return what an episode counts in a measure."""
    if measure == "played":
        return None if line["aborted"] is None else 100.0 * (1 - line["aborted"])
    return 0.0 if measure == "joint" and line["aborted"] == 1 else line["main_score"]


def _binary(*samples: Any) -> bool:
    return all(set(sample) <= {0.0, 100.0} for sample in samples)


def paired_p(mine: Any, base: Any) -> float:
    """Return the exact p of pairs: McNemar's, or by changing all signs of Pratt's ranks."""
    gaps = (mine - base).round(9)
    if _binary(mine, base):
        better, worse = int((gaps > 0).sum()), int((gaps < 0).sum())
        return float(stats.binomtest(better, better + worse).pvalue) if better + worse else 1.0
    ranks = pd.Series(stats.rankdata(gaps.abs()))[(gaps != 0).to_numpy()]
    if ranks.empty:
        return 1.0
    observed = ranks[(gaps[gaps != 0] > 0).to_numpy()].sum() - ranks.sum() / 2
    sums = [0.0]
    for rank in ranks:
        sums = [each + sign * rank / 2 for each in sums for sign in (-1, 1)]
    extreme = sum(abs(each) >= abs(observed) - 1e-9 for each in sums)
    return float(extreme / len(sums))


def unpaired_p(mine: Any, base: Any) -> float:
    """Return the exact p of two samples: Fisher's, or by all ways to divide their ranks."""
    if _binary(mine, base):
        a, b = int((mine > 0).sum()), int((base > 0).sum())
        return float(stats.fisher_exact([[a, len(mine) - a], [b, len(base) - b]])[1])
    ranks = stats.rankdata(pd.concat([mine, base]).round(9))
    if len(set(ranks)) == 1:
        return 1.0
    sums, first = pd.Series(_sums_of(ranks, len(mine))), ranks[: len(mine)].sum()
    tails = (sums <= first + 1e-9).mean(), (sums >= first - 1e-9).mean()
    return float(min(1.0, 2 * min(tails)))


def _sums_of(ranks: Any, size: int) -> list[float]:
    return [sum(each) for each in combinations(ranks, size)]
