// What all pages of the hall share: the tables as they are heard, and how a table's score, turn and clock are shown.
"use strict";

const tables = new Map();
const SIDES = [["blue", "red"], ["green", "yellow"]];
// The hall's clock less ours, milliseconds: a table says how far its source is at a moment of the hall's.
let clockOffset = 0;
fetch("/now").then((r) => r.json()).then((o) => { clockOffset = o.now - Date.now(); }).catch(() => {});

// onTable(table): something has changed.
function hearTables(onTable, onAnswer) {
  document.addEventListener("visibilitychange", () => { if (!document.hidden) readPairings(onTable); });
  openStream({
    table: (t) => {
      const before = tables.get(t.table);
      // The clock counts from the moment at which that was first told.
      const same = before && before.source && t.source && before.game === t.game && before.source.t === t.source.t;
      t.sourceAt = same ? before.sourceAt : t.at;
      tables.set(t.table, t);
      if (lookFor(t)) readPairings(onTable);
      onTable(t);
    },
    answer: (a) => { if (onAnswer) onAnswer(a); },
  }, (there) => {
    const link = byId("link");
    link.hidden = there;
    if (there) readPairings(onTable);
    link.textContent = there ? "" : say("hall lost");
    link.classList.toggle("lost", !there);
  });
}

// A table tells its time every five seconds; nobody counts on what it has not told for longer.
const BEAT_S = 5;

function clockOf(t) {
  const s = t.state;
  if (!s || s.elapsed_s === undefined) return "";
  const moves = t.source && !t.source.stands && t.online === "ready";
  const now = t.source ? t.source.t + (moves ? Math.min(BEAT_S, Math.max(0, Date.now() + clockOffset - t.sourceAt) / 1000) : 0) : null;
  const played = s.elapsed_s + (s.clock_runs && now !== null && typeof s.t === "number" ? Math.max(0, now - s.t) : 0);
  return s.limit_s ? clockText(s.limit_s - played) : clockText(played);
}

// A game that is not over, at a table that has been closed: nobody plays it.
function isLeft(t) { return t.online === "disconnected" && Boolean(t.state.phase) && t.state.phase !== "ended"; }

// Both sides with their totals, and above these what they count. Nobody is in turn in a game that was left.
function sidesOf(t) {
  const due = (side) => !isLeft(t) && side.includes(t.state.turn) ? " due" : "", state = isLeft(t) ? {...t.state, turn: null} : t.state;
  const counts = t.state.score ? "points" : t.state.tiddlies ? "tiddlies" : "";
  return [counts ? make("div", {class: "counts faint"}, say(counts)) : "", ...SIDES.map((side) => make("div", {class: "side" + due(side)},
    make("span", {class: "names"}, nameOf(t, side)), ...side.map((c) => colourMark(state, c)), make("b", {}, totalOf(t, side))))];
}

function phaseOf(t) { return isLeft(t) ? say("game left") : phaseText(t.state); }

function totalOf(t, side) {
  if (t.state.score) return String(t.state.score[side.join("-")] ?? "");
  return t.state.tiddlies ? String(side.reduce((sum, c) => sum + t.state.tiddlies[c], 0)) : "";
}

function gameOf(t) { return t.game + "/" + t.record; }

// Who plays each game: as its table says, else as the rounds do. The hall lets nobody else in while it reads them. So a page asks
// when it finds the hall, when it is looked at again, and once in each phase of a game that is not among them: rounds are corrected.
const paired = new Map(), looked = new Set(), PAIRINGS_MS = 3000;
function lookFor(t) {
  const phase = gameOf(t) + "/" + t.state.phase;
  if (!t.state.phase || paired.has(gameOf(t)) || looked.has(phase)) return false;
  looked.add(phase);
  return true;
}

let pairingsDue = false, pairingsRead = -PAIRINGS_MS;
function readPairings(onTable) {
  if (pairingsDue) return;
  pairingsDue = true;
  setTimeout(async () => {
    pairingsDue = false;
    pairingsRead = performance.now();
    const results = await fetch("/results/json").then((r) => r.json()).catch(() => null);
    if (!results) { looked.clear(); return; }
    paired.clear();
    for (const g of results.games) if (g.game) paired.set(g.game + "/" + g.record, g.players);
    for (const t of tables.values()) onTable(t);
  }, Math.max(0, pairingsRead + PAIRINGS_MS - performance.now()));
}

// The side's name, else its players', else its colours'.
function nameOf(t, side) {
  const about = (t.about && t.about.about) || {}, by = paired.get(gameOf(t)) || {};
  const players = side.map((c) => (about.players && about.players[c]) || by[c]).filter(Boolean);
  return (about.sides && about.sides[side.join("-")]) || [...new Set(players)].join(", ") || say(side.join("-"));
}

function titleOf(t) { return say("table", {n: (t.about && t.about.name) || t.table}); }

function coloursOf(t, side) {
  return side.map((c) => colourMark(t.state, c));
}

// Those that need somebody first: silent or lost, ill, with a question; then by name.
function urgency(t) {
  const gone = t.online === "silent" || t.online === "lost";
  return gone ? 0 : t.ill || t.fault ? 1 : t.asks.some((q) => !q.held) ? 2 : t.asks.length ? 3 : t.online === "ready" ? 4 : 5;
}
function inOrder(list) {
  return list.sort((a, b) => urgency(a) - urgency(b) || a.table.localeCompare(b.table, undefined, {numeric: true}));
}
