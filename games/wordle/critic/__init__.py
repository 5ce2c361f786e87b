"""The critic of `wordle_withcritic`, who judges each guess before it counts."""
