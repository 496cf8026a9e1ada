// What all pages of the hall share: the tables as they are heard, and how a table's score, turn and clock are shown.
"use strict";

const tables = new Map();
const SIDES = [["blue", "red"], ["green", "yellow"]];
// The hall's clock less ours, milliseconds: state lines say the time played at a moment of the hall's.
let clockOffset = 0;
fetch("/now").then((r) => r.json()).then((o) => { clockOffset = o.now - Date.now(); }).catch(() => {});

// onTable(table): something has changed.
function hearTables(onTable, onAnswer) {
  openStream({
    table: (t) => {
      const before = tables.get(t.table);
      // The clock counts from the moment at which a state was first told.
      const same = before && before.game === t.game && before.state.n === t.state.n && before.state.elapsed_s === t.state.elapsed_s;
      t.stateAt = same ? before.stateAt : t.at;
      tables.set(t.table, t);
      onTable(t);
    },
    answer: (a) => { if (onAnswer) onAnswer(a); },
  }, (there) => {
    const link = byId("link");
    link.hidden = there;
    link.textContent = there ? "" : say("hall lost");
    link.classList.toggle("lost", !there);
  });
}

function clockOf(t) {
  const s = t.state;
  if (!s || s.elapsed_s === undefined) return "";
  const runs = s.clock_runs && t.online === "ready";
  const played = s.elapsed_s + (runs ? Math.max(0, Date.now() + clockOffset - t.stateAt) / 1000 : 0);
  return s.limit_s ? clockText(s.limit_s - played) : clockText(played);
}

function totalOf(t, side) {
  if (t.state.score) return String(t.state.score[side.join("-")] ?? "");
  return t.state.tiddlies ? String(side.reduce((sum, c) => sum + t.state.tiddlies[c], 0)) : "";
}

// The side's name, else its players', else its colours'.
function nameOf(t, side) {
  const about = (t.about && t.about.about) || {};
  const players = side.map((c) => about.players && about.players[c]).filter(Boolean);
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
