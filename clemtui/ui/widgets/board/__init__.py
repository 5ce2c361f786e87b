"""The blocks of a view, as widgets."""
