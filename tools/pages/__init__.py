"""The pages that are made from the program. `python -m tools.pages` writes them."""
