"""The app: screens and widgets over the play service. Nothing outside this package is Textual."""
