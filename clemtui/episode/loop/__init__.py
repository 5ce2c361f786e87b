"""The play loop: asks the players, commits what they answer, lets the master judge it."""
