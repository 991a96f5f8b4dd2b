"""A bot for Fogline in plain Python: it builds what its tickets need, then what scores most."""

import heapq
import json
import sys


def cheapest_way(routes, cost, start, goal):
    """Find the cheapest routes that join two places; none if there is no way any more."""
    queue, done = [(0, start, [])], set()
    while queue:
        spent, place, way = heapq.heappop(queue)
        if place == goal:
            return way
        if place not in done:
            done.add(place)
            for i, route in enumerate(routes):
                if place in route["ends"] and cost[i] is not None:
                    other = route["ends"][route["ends"][0] == place]
                    heapq.heappush(queue, (spent + cost[i], other, [*way, i]))
    return []


def choose(board, view, actions):
    """Return the action that seems to be worth most."""
    routes, owners, seat = board["routes"], view["owners"], view["seat"]
    me = view["players"][seat]
    # A route costs nothing if it is ours, its length if it is free, and None if it is lost.
    lost = [any(owners[i] is not None for i in (n, *r["twins"])) for n, r in enumerate(routes)]
    cost = [None if lost[i] else route["length"] for i, route in enumerate(routes)]
    cost = [0 if owner == seat else price for owner, price in zip(owners, cost, strict=True)]
    tickets = [t for t in board["tickets"] if t["id"] in [*me["tickets"], *me["offered"]]]
    needed = {i for t in tickets for i in cheapest_way(routes, cost, *t["ends"]) if cost[i]}
    colours = {routes[i]["colour"] for i in needed} | {"wild"}

    def worth(action):
        verb, *words = action.split()
        if verb == "claim":
            route = next(route for route in routes if route["id"] == words[0])
            points = board["route_points"][str(route["length"])] - words[-1].startswith("wild")
            return points + (100 if route["index"] in needed else 0 if needed else 10)
        if verb == "keep":
            return -len(words)  # the fewer tickets, the fewer can fail
        return {"draw": 4, "take": 5 if words and words[0] in colours else 1}.get(verb, 0)

    return max(actions, key=worth)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        board = message["game"]["board"]
        answer = {"type": "ready", "schema": 1, "name": "python example"}
    elif message["type"] == "choose":
        action = choose(board, message["view"], message["actions"])
        answer = {"type": "action", "id": message["id"], "action": action}
    else:
        continue  # whatever else there is, or will be, needs no answer
    print(json.dumps(answer), flush=True)
