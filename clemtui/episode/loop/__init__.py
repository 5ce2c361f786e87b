"""The play loop: ask the players, commit their answers, let the game master judge them."""
