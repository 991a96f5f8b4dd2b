"""Many games at once."""

from fogline.arena.records_files import RecordFiles
from fogline.arena.simulation import Simulation, simulate

__all__ = ["RecordFiles", "Simulation", "simulate"]
