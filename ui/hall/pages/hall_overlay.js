// One table's strip for a stream: /table/7/overlay.
"use strict";

const own = location.pathname.split("/")[2];
hearTables((t) => { if (t.table === own) draw(t); });

function draw(t) {
  const due = (side) => side.includes(t.state.turn) ? " ◂ " : "   ";
  byId("sides").replaceChildren(...SIDES.map((side) => make("span", {}, ...coloursOf(t, side), make("b", {}, " " + totalOf(t, side) + due(side)))));
  byId("last").textContent = t.last || "";
}
setInterval(() => { if (tables.has(own)) byId("clock").textContent = clockOf(tables.get(own)); }, 250);
