// A bot for Fogline in plain Node: it collects cards of the colours it holds most of, and claims the
// most valuable route; short ones only when its hand is full or the end is near.
"use strict";

let game = null;

function choose(view, actions) {
  const { board } = game;
  const me = view.players[view.seat];
  const cards = Object.values(me.hand).reduce((sum, count) => sum + count, 0);
  const lengths = new Map(board.routes.map((route) => [route.id, route.length]));

  const worth = (action) => {
    const [verb, ...words] = action.split(" ");
    switch (verb) {
      case "claim": {
        const length = lengths.get(words[0]);
        if (length < 4 && cards < 12 && me.vehicles > 5) return 0;
        // Pay with wild cards only if there is no other way.
        return 100 * board.route_points[length] - action.includes("wild*");
      }
      case "take":
        return 2 + (words[0] === "wild" ? 9 : (me.hand[words[0]] ?? 0));
      case "draw":
        return 3;
      case "keep": // the fewer tickets, the fewer can fail
        return -words.length;
      case "tickets":
        return -1;
      default:
        return 0;
    }
  };

  return actions.reduce((best, action) => (worth(action) > worth(best) ? action : best));
}

function answer(message) {
  switch (message.type) {
    case "hello":
      game = message.game;
      return { type: "ready", schema: 1, name: "javascript example" };
    case "choose":
      return { type: "action", id: message.id, action: choose(message.view, message.actions) };
    default:
      return null; // whatever else there is, or will be, needs no answer
  }
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const said = answer(JSON.parse(line));
    if (said !== null) process.stdout.write(`${JSON.stringify(said)}\n`);
  });
