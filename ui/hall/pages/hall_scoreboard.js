// The audience's board: every game with its score, turn and clock.
"use strict";

byId("none").textContent = say("no tables");
hearTables(draw);

function row(t) {
  return make("article", {class: isLeft(t) ? "card table left" : "card table"}, make("h2", {}, titleOf(t), make("span", {class: "clock"}, isLeft(t) ? "" : clockOf(t))),
    ...sidesOf(t), make("p", {class: "faint"}, phaseOf(t)));
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
