"""Many games at once."""

from fogline.arena.simulate import Simulation, simulate

__all__ = ["Simulation", "simulate"]
