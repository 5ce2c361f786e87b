"""Read descriptions of five-by-five grids, in any language.

A family supplies the words of a language as data; `vocabulary` finds them in a text, and `places`
works out which cells they name. Only scripted players use this; no game rule depends on it.
"""
