"""A small wordle experiment in the reference's format, and logs on it."""

from __future__ import annotations

from tests.exchange.reference_trees import Rounds, Said, message, note, response

OPENING = "Guess a word of five letters."
REMINDER = "Write it like this.\nexplanation: why\nguess: word"
FEEDBACK = "guess_feedback: {}\n\n" + REMINDER
WORDS = ["crane", "stone", "brand", "hotel", "arise", "steer", "shies"]
TARGETS = ["crane", "hotel", "arise", "steer"]
EXPERIMENT = {
    "name": "few",
    "common_config": {
        "n_turns": 6,
        "max_retry_per_error": {"NOT_VALID_WORD_FOR_GAME": 5},
        "max_word_length": 5,
    },
    "use_clue": False,
    "use_critic": False,
    "guesser_prompt": OPENING,
    "lang_keywords": {
        "explanation_lang": "explanation:",
        "guess_lang": "guess:",
        "guess_feedback_lang": "guess_feedback:",
        "explanataion_details_lang": "why",
        "guess_word_lang": "word",
        "error_prompt_text": {
            "INVALID_FORMAT": "Write it like this.",
            "NOT_VALID_WORD_FOR_GAME": "That is no word.",
            "RETRY": "Again.",
        },
        "official_words_list": WORDS,
    },
}
WORDLE = {
    "experiments": [
        {
            **EXPERIMENT,
            "game_instances": [
                {"game_id": number, "target_word": word} for number, word in enumerate(TARGETS, 1)
            ],
        }
    ]
}


def marks(target: str, guess: str) -> str:
    """Return the colours of a guess in the reference's words."""
    left = [t for t, g in zip(target, guess, strict=True) if t != g]
    colours = []
    for place, letter in enumerate(guess):
        if target[place] == letter:
            colours.append(f"{letter}<green>")
        elif letter in left:
            left.remove(letter)
            colours.append(f"{letter}<yellow>")
        else:
            colours.append(f"{letter}<red>")
    return " ".join(colours)


def guessed(target: str, *guesses: str, notes: bool) -> Rounds:
    """Return an episode with some guesses, ended by a response in the wrong form."""
    rounds: list[list[Said]] = []
    text = OPENING
    for number, guess in enumerate(guesses, 1):
        said = f"explanation: because\nguess: {guess}"
        rounds.append([message("Player 1", text), response("Player 1", said)])
        if notes:
            rounds[-1].append(note("metadata", f"attempts = {number}\ntarget_word = {target}"))
        text = FEEDBACK.format(marks(target, guess))
    rounds.append([message("Player 1", text), response("Player 1", "no idea")])
    return rounds
