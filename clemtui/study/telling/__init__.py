"""The report of a study in words and figures, alike in print and on the page. In English only."""
