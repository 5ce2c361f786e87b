"""What every screen stands on: its base, the navigator, small dialogs, help, starting episodes."""
