"""The terminal below the app: driver, signals, clipboard, bidirectional text."""
