"""The store: the only place that speaks SQL. See sessions/DATA_DICTIONARY.md for what it keeps.

`clemtui.store.schema` describes each table once; a new table is an entry there and a migration.
Names are imported from their modules, so that an error's class costs no database library.
"""
