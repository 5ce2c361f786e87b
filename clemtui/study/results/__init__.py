"""The results of a study: who took part, what was marked, and the scores."""
