"""The scripted guesser of the games with a clue."""
