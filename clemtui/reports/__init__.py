"""What is reported of recorded episodes, as tables, plots and documents."""
