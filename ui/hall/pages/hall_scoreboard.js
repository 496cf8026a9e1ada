// The audience's board: every game with its score, turn and clock.
"use strict";

byId("none").textContent = say("no tables");
hearTables(draw);

function row(t) {
  const due = (side) => side.includes(t.state.turn) ? " due" : "";
  return make("article", {class: "card table"}, make("h2", {}, titleOf(t), make("span", {class: "clock"}, clockOf(t))),
    ...SIDES.map((side) => make("div", {class: "side" + due(side)}, make("span", {class: "names"}, nameOf(t, side)),
      ...coloursOf(t, side), make("b", {}, totalOf(t, side)))), make("p", {class: "faint"}, t.state.phase ? phaseText(t.state) : ""));
}

function draw() {
  const list = [...tables.values()].filter((t) => t.state.phase)
    .sort((a, b) => a.table.localeCompare(b.table, undefined, {numeric: true}));
  byId("none").hidden = list.length > 0;
  byId("tables").replaceChildren(...list.flatMap((t) => {
    try { return [row(t)]; } catch { return []; } // what one table says spoils no other's
  }));
}
setInterval(draw, 1000);
