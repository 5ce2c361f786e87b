"""What the prompt language does to results: tables, plots, documents."""
