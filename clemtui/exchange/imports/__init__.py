"""Results of the reference framework become episodes here."""
