"""Measure the scripted players of the clue games on targets that are in no shipped instance.

Usage, from the root of the repository::

    python -m games.wordle.tools.measure_critic [--targets 200] [--seed 1]

Plays complete episodes by the rules. With the clue: the plain guesser, which ignores it, and the
one that uses it. With the critic: the guesser that uses the clue, then the plain one, whose
proposals show how the critic judges words chosen without the clue. Then the critic alone judges
random common words that match the feedback, words drawn by the clue as a language model might
guess, and targets that are proposed at once. The clues are those not used by `fit_weights.py`.
Times are processor times.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from clemtui.catalogue import open_catalogue
from clemtui.engine import Instance, Request, Response, Scripted, View
from games.wordle.bots import association, critic
from games.wordle.bots.guesser import candidate_index
from games.wordle.bots.word_lists import accepted_words
from games.wordle.feedback import Attempt, Mark, colour
from games.wordle.generate import clues
from games.wordle.generate.targets import target_candidates
from games.wordle.tools.samples import unseen

GUESSER, CRITIC = "Player 1", "Player 2"
WITH_CLUE, WITH_CRITIC, PLAIN = "wordle_withclue", "wordle_withcritic", "wordle"
ROUNDS = 6


@dataclass
class Timed:
    """A scripted player that records how long each answer took (in milliseconds)."""

    player: Scripted
    times: list[float] = field(default_factory=list)

    def respond(self, request: Request, view: View) -> str:
        """Return the inner player's answer."""
        start = time.process_time()
        response = self.player.respond(request, view)
        self.times.append(1000 * (time.process_time() - start))
        return response


@dataclass(frozen=True)
class Played:
    """An episode: main score, round of the win (None if lost), and judged proposals."""

    target: str
    main_score: float
    won_in: int | None
    judged: tuple[tuple[str, bool], ...]


def play(game_id: str, instance: Instance, guesser: Timed, judge: Timed) -> Played:
    """Play one episode to its end."""
    catalogue = open_catalogue()
    game = catalogue.game(game_id)
    texts = catalogue.texts(instance, str(instance.language))
    master = game.start(instance, texts)
    while not master.finished:
        (request,) = master.pending()
        player = guesser if request.seat == GUESSER else judge
        text = player.respond(request, master.view(request.seat))
        master.submit(Response.of(request.id, text))
    scores, keys = game.score(master), master.keys
    verdicts = keys.get("Critic Judgements", ())
    proposals = keys["Guesser Guesses"] if verdicts else ()
    counted = keys["Guesser Guesses Committed"] if verdicts else keys["Guesser Guesses"]
    judged = (
        (proposal, verdict == texts.options["agreement"][0])
        for proposal, verdict in zip(proposals, verdicts, strict=True)
    )
    target = str(instance.data["target_word"])
    won_in = len(counted) if scores.success else None
    return Played(target, float(scores.main_score or 0), won_in, tuple(judged))


def instances(game_id: str, language: str, targets: Iterable[str]) -> list[Instance]:
    """Return instances like the first shipped one, with these targets and their clues."""
    first = open_catalogue().experiments(game_id, language)[0].instances[0]
    return [
        replace(
            first,
            data={
                **first.data,
                "target_word": target,
                "target_word_clue": clues.clue_for(language, target),
            },
        )
        for target in targets
    ]


def measure(language: str, targets: list[str], seed: int, game_id: str, guesser_of: str) -> None:
    """Play episodes with the guesser of ``guesser_of`` and the critic, and print the results."""
    catalogue = open_catalogue()
    guesser = Timed(catalogue.game(guesser_of).scripted(GUESSER, language, seed))
    judge = Timed(catalogue.game(WITH_CRITIC).scripted(CRITIC, language, seed))
    games = [
        play(game_id, instance, guesser, judge)
        for instance in instances(game_id, language, targets)
    ]
    won = [game.won_in for game in games if game.won_in is not None]
    spread = " ".join(f"{number}:{won.count(number)}" for number in range(1, ROUNDS + 1))
    moves = sorted((guesser.times + judge.times)[2:])  # the first moves load the data
    print(
        f"{language} {game_id}, guesser of {guesser_of}: {len(games)} games, won "
        f"{len(won) / len(games):.1%} ({spread}), main score "
        f"{statistics.fmean(game.main_score for game in games):.1f}; move: median "
        f"{statistics.median(moves):.1f} ms, longest {moves[-1]:.1f} ms"
    )
    right = [agrees for game in games for word, agrees in game.judged if word == game.target]
    wrong = [agrees for game in games for word, agrees in game.judged if word != game.target]
    if right and wrong:
        print(f"  {summarise_verdicts(right, wrong)}")


def common_words_that_fit(language: str, clue: str, attempts: list[Attempt]) -> dict[str, float]:
    """Return candidate targets that match the feedback, equally weighted, ignoring the clue."""
    index = candidate_index(accepted_words(language))
    common = {word for band in target_candidates(language).values() for word in band}
    return {w: 1.0 for i in index.consistent(attempts) if (w := index.words[i]) in common}


def words_by_the_clue(language: str, clue: str, attempts: list[Attempt]) -> dict[str, float]:
    """Weight words like a language model: by the clue, and of the marks only the greens."""
    told = association.odds(language, clue)
    greens = {
        (at, letter)
        for guess, marks in attempts
        for at, (letter, mark) in enumerate(zip(guess, marks, strict=True))
        if mark is Mark.GREEN
    }
    return {
        word: share * told.of(word)
        for word, share in association.plausible_words(language).items()
        if all(word[at] == letter for at, letter in greens)
    }


def measure_drawn(
    language: str,
    targets: list[str],
    seed: int,
    name: str,
    weights: Callable[[str, str, list[Attempt]], dict[str, float]],
) -> None:
    """Print how the critic judges proposals drawn by weight, each committed unchanged."""
    rng = random.Random(seed)
    right: list[bool] = []
    wrong: list[bool] = []
    for target in targets:
        clue = clues.clue_for(language, target) or ""
        attempts: list[Attempt] = []
        while len(attempts) < ROUNDS and (not attempts or attempts[-1][0] != target):
            proposed = [guess for guess, _ in attempts]
            options = weights(language, clue, attempts)
            left = {word: weight for word, weight in options.items() if word not in proposed}
            (guess,) = rng.choices(list(left), list(left.values()))
            agrees = critic.judge(language, clue, guess, proposed).agrees
            (right if guess == target else wrong).append(agrees)
            attempts.append((guess, colour(guess, target)))
    print(f"{language} {name}: {summarise_verdicts(right, wrong)}")


def measure_first(language: str, targets: list[str]) -> None:
    """Print how the critic judges targets that are proposed at once."""
    right = [critic.judge(language, clues.clue_for(language, t) or "", t).agrees for t in targets]
    print(f"{language} targets proposed at once: agreed with {statistics.fmean(right):.1%}")


def summarise_verdicts(right: list[bool], wrong: list[bool]) -> str:
    """Describe how often the critic agreed with correct and disagreed with wrong proposals."""
    return (
        f"the critic agreed with {statistics.fmean(right):.1%} of {len(right)} right "
        f"proposals and disagreed with {1 - statistics.fmean(wrong):.1%} of {len(wrong)} wrong"
    )


def main() -> None:
    """Run the command line; see the module docstring."""
    parser = argparse.ArgumentParser(description="Measure the players of the clue games.")
    parser.add_argument("--targets", type=int, default=200, help="targets per language, at most")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed for drawing targets and for the players"
    )
    options = parser.parse_args()
    for language in association.SOURCES:
        words = unseen(language, 1)
        count = min(options.targets, len(words))
        targets = random.Random(options.seed).sample(words, count)
        for game_id, guesser_of in (
            (WITH_CLUE, PLAIN),
            (WITH_CLUE, WITH_CLUE),
            (WITH_CRITIC, WITH_CRITIC),
            (WITH_CRITIC, PLAIN),
        ):
            measure(language, targets, options.seed, game_id, guesser_of)
        for name, weights in (
            ("random common words that match the feedback", common_words_that_fit),
            ("words drawn by the clue, as a model might guess", words_by_the_clue),
        ):
            measure_drawn(language, targets, options.seed, name, weights)
        measure_first(language, targets)


if __name__ == "__main__":
    main()
