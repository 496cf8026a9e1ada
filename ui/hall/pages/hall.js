// All tables at a glance: those that are silent or ill first, then those that ask, then the others.
"use strict";

const cards = new Map();
let due = false;

byId("title").textContent = say("hall");
byId("none").textContent = say("no tables");
hearTables((t) => {
  draw(t);
  if (!due) requestAnimationFrame(arrange);
  due = true;
});

function draw(t) {
  const card = cards.get(t.table) || make("article", {class: "card table", id: "table-" + t.table});
  cards.set(t.table, card);
  card.className = "card table urgent-" + urgency(t);
  card.replaceChildren(make("h2", {}, titleOf(t), make("span", {class: "is"}, say("is " + t.online))), ...body(t));
}

function body(t) {
  if (!t.state.phase) return [make("p", {class: "faint"}, say("no game"))];
  const sides = SIDES.map((side) => make("div", {class: "side" + (side.includes(t.state.turn) ? " due" : "")},
    make("span", {class: "names"}, nameOf(t, side)), ...coloursOf(t, side), make("b", {}, totalOf(t, side))));
  return [...sides, make("p", {class: "now"}, t.state.turn ? chip(t.state.turn) : "", phaseText(t.state), make("span", {class: "clock"}, clockOf(t))),
    ...troubles(t), make("p", {class: "last faint"}, t.last || "")];
}

function troubles(t) {
  const list = [];
  if (t.ill) list.push(make("p", {class: "bad"}, t.ill));
  if (t.fault) list.push(make("p", {class: "bad"}, t.fault));
  if (t.newest > t.seq + 1 && t.online === "ready") list.push(make("p", {class: "bad"}, say("behind", {n: t.newest - t.seq})));
  if (t.question) list.push(make("p", {class: "asks"}, t.question.text));
  if (t.held.length) list.push(make("p", {class: "asks"}, say("held lines", {lines: t.held.join(", ")})));
  return list;
}

// Cards move only when their order changes, so that nothing jumps while it is read.
function arrange() {
  due = false;
  const list = inOrder([...tables.values()]), place = byId("tables");
  list.forEach((t, i) => {
    const card = cards.get(t.table);
    if (place.children[i] !== card) place.insertBefore(card, place.children[i] || null);
  });
  byId("none").hidden = list.length > 0;
  byId("count").textContent = say("tables there", {n: list.filter((t) => t.online === "ready").length, all: list.length});
}

setInterval(() => {
  for (const [name, card] of cards) {
    const clock = card.querySelector(".clock");
    if (clock) clock.textContent = clockOf(tables.get(name));
  }
}, 500);
