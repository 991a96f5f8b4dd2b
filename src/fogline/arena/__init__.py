"""Many games at once."""

from fogline.arena.records_files import RecordFiles
from fogline.arena.simulate import Simulation, simulate

__all__ = ["RecordFiles", "Simulation", "simulate"]
