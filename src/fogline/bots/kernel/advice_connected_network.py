"""Advice on a network that must stay connected."""

from __future__ import annotations

from fogline.fast.mechanics import claiming
from fogline.fast.mechanics.city_markers import start_city
from fogline.fast.mechanics.connected_network import connected_network
from fogline.fast.plugin import NONE, bit


@connected_network.advice
def home(g, seat):
    places = claiming.reach(g, seat)
    city = start_city(g, seat)
    return places if city == NONE else places | bit(city)
