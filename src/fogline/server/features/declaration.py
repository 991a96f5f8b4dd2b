"""What a feature declares."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

import sqlalchemy as sa

from fogline.store.projection import Projection


@dataclass(frozen=True, slots=True)
class ServerFeature:
    """One part of the service: what it answers, what it keeps, and what runs for it.

    Modules are named and not imported, because `fogline admin` needs no web framework.
    """

    name: str
    """The name of its folder."""
    routes: tuple[str, ...] = ()
    """The modules with a `router`, in the order in which their routes are tried."""
    tables: tuple[sa.Table, ...] = ()
    """Its SQL tables. `fogline.store.ownership` says how they describe their rows."""
    projections: tuple[Projection, ...] = ()
    has_service: bool = False
    """Whether its module `service` has `open_service`, which runs as long as the server."""

    def load(self, module: str) -> ModuleType:
        """Import a module of its folder."""
        return import_module(f"fogline.server.features.{self.name}.{module}")
