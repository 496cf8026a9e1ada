// The audience's pages: score, turn, clock and the last ruling, without any control.
"use strict";

let state = null, heardAt = 0, about = {};
const isOverlay = document.body.classList.contains("overlay");
const SIDES = [["blue", "red"], ["green", "yellow"]];

openStream({
  anew: () => { state = null; byId("last").textContent = ""; },
  "new-game": () => { state = null; byId("last").textContent = ""; },
  state: (s) => { state = s; heardAt = performance.now(); draw(); },
  event: (e) => {
    if (e.about) about = {...about, ...e.about, players: {...about.players, ...e.about.players}};
    byId("last").textContent = e.text || "";
    draw();
  },
}, (there) => {
  byId("link").textContent = there ? "" : say("lost");
  byId("link").classList.toggle("lost", !there);
});

function total(side) {
  if (state.score) return state.score[side.join("-")] ?? "";
  return state.tiddlies ? side.reduce((sum, c) => sum + state.tiddlies[c], 0) : "";
}

function draw() {
  byId("sides").replaceChildren();
  if (!state || !state.phase) { byId("phase").textContent = say("no game"); return; }
  byId("phase").textContent = phaseText(state);
  for (const side of SIDES) byId("sides").append(isOverlay ? stripSide(side) : boardSide(side));
}

// The side's name, else its players'.
function sideName(side) {
  const players = side.map((c) => about.players && about.players[c]).filter(Boolean);
  return (about.sides && about.sides[side.join("-")]) || [...new Set(players)].join(", ");
}

function colours(side) {
  return side.map((c) => make("span", {}, chip(c), state.tiddlies ? String(state.tiddlies[c]) : ""));
}

function boardSide(side) {
  const names = sideName(side);
  return make("div", {class: "side" + (side.includes(state.turn) ? " due" : "")}, make("div", {class: "names"}, names || say(side.join("-"))),
    make("div", {class: "total"}, String(total(side))), make("div", {class: "colours"}, ...colours(side)));
}

function stripSide(side) {
  return make("span", {}, ...colours(side).flatMap((e) => [e, " "]), make("b", {}, " " + total(side) + (side.includes(state.turn) ? " ◂ " : "   ")));
}

setInterval(() => { byId("clock").textContent = gameTime(state, heardAt); }, 250);
draw();
