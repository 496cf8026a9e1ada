// The audience's pages: score, turn, clock and the last ruling, without any control.
"use strict";

// What was heard, and what of it is shown: while the umpire corrects, the audience sees what it saw.
const NOTHING = {state: null, position: null, last: ""};
let heard = NOTHING, {state, position, last} = NOTHING, held = false, about = {};
const isOverlay = document.body.classList.contains("overlay");
const SIDES = [["blue", "red"], ["green", "yellow"]];

openStream({
  anew: () => { beginAnew(); hold(false); forgetGame(); }, // how it is set is told anew, after what was seen before
  "new-game": forgetGame,
  settings: (s) => hold(s.hold),
  state: (s) => hear({state: s}),
  position: (p) => { hearPosition(); hear({position: p}); },
  event: (e) => {
    about = aboutAfter(about, e);
    hear({last: e.text || ""});
  },
  alive: (is) => { const first = !isKnown(); hearAlive(is); if (first) show(); }, notice: hearNotice, end: hearEnd, start: () => { health.ended = false; },
}, (there) => {
  byId("link").textContent = there ? "" : say("lost");
  byId("link").classList.toggle("lost", !there);
});

function hear(news) {
  heard = {...heard, ...news};
  show();
}

function show() {
  if (held) return;
  ({state, position, last} = heard);
  drawClock();
  draw();
}

function hold(is) {
  held = is;
  byId("held").hidden = !held;
  show();
}

function forgetGame() { forgetHealth(); about = {}; hear(NOTHING); }

function total(side) {
  if (state.score) return state.score[side.join("-")] ?? "";
  return state.tiddlies ? side.reduce((sum, c) => sum + state.tiddlies[c], 0) : "";
}

function draw() {
  byId("sides").replaceChildren();
  byId("last").textContent = last;
  if (!state || !state.phase) { byId("phase").textContent = isKnown() ? say("no game") : ""; return; }
  byId("phase").textContent = [phaseText(state), state.turn && !state.await && state.phase !== "ended" ? sentence(say("to play", {colour: say(state.turn)})) : ""].filter(Boolean).join(" · ");
  if (!isOverlay && state.await === "squidge-off" && position && (position.nearest || []).length) { byId("sides").append(reveal(position)); return; }
  for (const side of SIDES) byId("sides").append(isOverlay ? stripSide(side) : boardSide(side));
}

// The side's name, else its players'.
function sideName(side) {
  const players = side.map((c) => about.players && about.players[c]).filter(Boolean);
  return (about.sides && about.sides[side.join("-")]) || [...new Set(players)].join(", ");
}

function colours(side) {
  return side.map((c) => colourMark(state, c));
}

function boardSide(side) {
  const names = sideName(side);
  return make("div", {class: "side" + (side.includes(state.turn) ? " due" : "")}, make("div", {class: "names"}, names || say(side.join("-"))),
    make("div", {class: "total"}, String(total(side)), make("div", {class: "of"}, say(state.score ? "points" : "tiddlies"))), make("div", {class: "colours"}, ...colours(side)));
}

const REVEAL_SPAN = 2; // the scale's end, times the second nearest
// The squidge-off as a hall sees it: each colour's distance from the pot with a band of two deviations, the farthest first, the
// nearest last. Bands that touch are LOOK: nobody can tell them apart, and the umpire goes and looks.
function reveal(p) {
  const order = squidgeOrder(p), far = (n) => n.mm + 2 * (n.sigma_mm || 0), box = make("div", {class: "reveal"});
  // The scale is made for those who compete; who lies farther stands at its end.
  const nearest = order.map(far).sort((a, b) => a - b), most = Math.max(1, Math.min(nearest[nearest.length - 1], REVEAL_SPAN * nearest[1] || nearest[0]));
  order.forEach((n, i) => {
    const s = 2 * (n.sigma_mm || 0), beyond = far(n) > most, bar = make("span", {class: "band " + n.colour + (beyond ? " beyond" : "")}, beyond ? "→" : "");
    if (!beyond) bar.style.left = 100 * Math.max(0, n.mm - s) / most + "%";
    if (!beyond) bar.style.width = Math.max(0.6, 200 * s / most) + "%";
    const row = make("div", {class: "row" + (n.look ? " look" : "")}, chip(n.colour), make("span", {class: "scale"}, bar),
      make("span", {class: "mm"}, n.mm.toFixed(1) + " ± " + (n.sigma_mm || 0).toFixed(1) + " mm" + (n.look ? " LOOK" : "")));
    row.style.animationDelay = 0.8 * (order.length - 1 - i) + "s";
    box.append(row);
  });
  return box;
}

function stripSide(side) {
  return make("span", {class: side.includes(state.turn) ? "strip-side due" : "strip-side"}, make("b", {}, String(total(side))), ...colours(side));
}

function drawClock() { byId("clock").textContent = gameTime(state); }

setInterval(drawClock, 250);
sayAll();
draw();
