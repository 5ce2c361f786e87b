"""The effect of the prompt language on results: tables, plots and documents."""
