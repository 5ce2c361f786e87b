"""The catalogue: finds collections and loads games, instances and language packs."""

from __future__ import annotations

from clemtui.catalogue.catalogue import Catalogue, open_catalogue
from clemtui.catalogue.errors import CatalogueError, NotACollection
from clemtui.catalogue.families import Collection, Family
from clemtui.catalogue.packs import Pack
