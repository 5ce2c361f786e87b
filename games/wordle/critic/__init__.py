"""The critic, who judges each guess before it counts: rules of `wordle_withcritic`."""
