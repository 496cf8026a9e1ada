// The results: the standings, and each game of the rounds with its sheet. Read again when a table has changed.
"use strict";

const SIDES = [["blue", "red", "white"], ["green", "yellow", "purple"]];
const READ_MS = 3000; // between two readings: results change with the games' ends
const ROUNDS_MS = 60000; // new rounds and players come from another program, of which no event tells
const heard = new Map(); // the tables at a glance
let due = false, read = 0;

byId("title").textContent = say("results");
byId("hall").textContent = say("hall");
byId("standings-title").textContent = say("standings");
byId("games-title").textContent = say("games");
for (const [form, text] of [["pdf", "print"], ["standings.csv", "standings table"], ["games.csv", "games table"], ["json", "for programs"]])
  byId("forms").append(make("a", {href: "/results/" + form}, say(text)));

openStream({table: (t) => { heard.set(t.table, t); load(); }}, (there) => {
  byId("link").hidden = there;
  byId("link").textContent = there ? "" : say("hall lost");
});
load();
setInterval(() => { if (!document.hidden) load(); }, ROUNDS_MS);

function load() {
  if (due) return;
  due = true;
  setTimeout(async () => {
    due = false;
    read = Date.now();
    try {
      const answer = await fetch("/results/json");
      if (answer.ok) draw(await answer.json());
      else load(); // what the hall keeps cannot be read now
    } catch { /* the next change tries again */ }
  }, Math.max(0, read + READ_MS - Date.now()));
}

function points(n) {
  if (n === undefined) return "";
  const parts = {.25: "¼", .5: "½", .75: "¾", .333: "⅓", .667: "⅔"};
  const whole = Math.floor(n), rest = Math.round((n - whole) * 1000) / 1000;
  return parts[rest] ? (whole || "") + parts[rest] : String(Math.round(n * 1000) / 1000);
}

// Of cells: texts, or elements, whose class the cell takes.
function row(kind, cells, name) {
  return make("tr", {class: name || null}, ...cells.map((c) => make(kind, {class: c.className || null}, c)));
}

// Where it is narrow, names alone may be broken anywhere.
function named(text, other) { return make("span", {class: other ? "name " + other : "name"}, text); }

// A column of numbers: to the right.
function number(text) { return make("span", {class: "n"}, text); }

function draw(o) {
  byId("remark").hidden = !o.remark;
  byId("remark").textContent = o.remark;
  byId("none").hidden = o.games.length > 0;
  byId("none").textContent = say("no games");
  const begun = o.standings.some((p) => p.games > 0); // before a game has ended nobody has a place
  const club = (text) => o.standings.some((p) => p.club) ? [text] : []; // no column where nobody has one
  byId("standings").replaceChildren(
    make("thead", {}, row("th", ["", say("player"), ...club(say("club")), number(say("n games")), number(say("won")), number(say("drawn")), number(say("lost games")), number(say("points")), number(say("against"))])),
    make("tbody", {}, ...o.standings.map((p) => row("td", [number(begun ? p.place : ""), named(p.player), ...club(p.club), number(p.games), number(p.won), number(p.drawn), number(p.lost), make("b", {class: "n"}, points(p.points)), number(points(p.against))]))));
  const body = make("tbody", {});
  let round = "";
  for (const g of o.games) {
    const now = o.rounds_given && !g.paired ? say("of no round") : g.round ? say("round", {n: g.round}) : "";
    if (now !== round) body.append(make("tr", {class: "round"}, make("th", {colspan: "7"}, now || say("without round"))));
    round = now;
    body.append(gameRow(g));
  }
  byId("games").replaceChildren(body);
}

function sideOf(g, side) { return [...new Set(side.map((c) => g.players[c]).filter(Boolean))].join(", ") || say(side.slice(0, 2).join("-")); }

// A game that is not over is being played, but where its table has been closed, or has begun another.
function isLeft(g) {
  const t = heard.get(g.copy);
  return g.is === "playing" && t && (t.online === "disconnected" || t.game !== g.game || t.record !== g.record);
}

function gameRow(g) {
  const of = g.points || {}, sheet = "/table/" + g.copy + "/sheet", which = "/" + g.game + "/" + g.record;
  const links = g.game ? [make("a", {href: sheet + which}, say("sheet")), " ", make("a", {href: sheet + ".pdf" + which}, "PDF")] : [];
  const state = [say("game " + (isLeft(g) ? "left" : g.is)), g.open_questions ? say(g.open_questions === 1 ? "open one" : "open", {n: g.open_questions}) : ""].filter(Boolean).join("; ");
  return row("td", [say("table", {n: g.table}), named(sideOf(g, SIDES[0]), "n"), make("b", {class: "n"}, points(of["blue-red"])),
    make("b", {}, points(of["green-yellow"])), named(sideOf(g, SIDES[1])), make("span", {class: g.open_questions ? "bad" : "faint", title: g.game || ""}, state),
    make("span", {}, ...links)], g.counts || g.is !== "ended" ? "" : "aside");
}
