"""The foundation of all screens: navigation, small dialogs, help, starting episodes."""
