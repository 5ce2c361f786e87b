"""The tables of a database, each described once.

Guards, changes, forks, merging, erasure, export and the data dictionary derive from this
description; a test compares it with the tables that the migrations create. A new table needs one
entry here and one migration. Tables are in reference order: each comes after the tables that its
rows refer to.
"""

from __future__ import annotations

from clemtui.store.schema.model import Table
from clemtui.store.schema.people import PEOPLE
from clemtui.store.schema.play import PLAY
from clemtui.store.schema.results import RESULTS
from clemtui.store.schema.studies import STUDIES
from clemtui.store.schema.upkeep import UPKEEP
from clemtui.store.schema.work import WORK

TABLES: dict[str, Table] = {
    table.name: table for table in (*PEOPLE, *PLAY, *WORK, *STUDIES, *UPKEEP, *RESULTS)
}
