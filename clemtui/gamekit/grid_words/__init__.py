"""Words about grids of five by five cells, in any language: what several families read alike.

A family gives the words of a language as data; `vocabulary` finds them in a text, and `places` says
which cells they name. No rule of a game depends on it: scripted players read with it.
"""
