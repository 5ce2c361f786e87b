"""The app (`app`), its screens, and their widgets. Nothing outside this package is Textual.

Screens stand in home, settings, setup, play, results and archive. None imports another: they open
each other by name (`shell.navigation`), and share what stands below them: shell, widgets, terminal.
"""
