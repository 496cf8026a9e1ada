// One table's strip for a stream: /table/7/overlay.
"use strict";

const own = location.pathname.split("/")[2];
hearTables((t) => { if (t.table === own) draw(t); });

function draw(t) {
  byId("strip").hidden = false; // nothing is laid over the stream of a table that is not there
  byId("sides").replaceChildren(...SIDES.map((side) => make("span", {class: side.includes(t.state.turn) ? "strip-side due" : "strip-side"},
    make("b", {}, totalOf(t, side)), ...coloursOf(t, side))));
  byId("last").textContent = t.last || "";
  drawClock();
}
function drawClock() { if (tables.has(own)) byId("clock").textContent = clockOf(tables.get(own)); }
setInterval(drawClock, 250);
