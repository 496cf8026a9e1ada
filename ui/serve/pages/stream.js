// What all pages share: the one stream of events, with the age of the last thing heard, and small helpers.
"use strict";

// A page that has heard nothing for so long says that its server is gone, and looks at the clock so often: within 2 s in
// all. The server beats once a second; a shorter silence would be called a loss where a beat is late.
const SILENT_MS = 1700, SILENCE_CHECK_MS = 200;
// A stream that the server has refused is asked for again after so long.
const REOPEN_MS = 500;

// hears: functions by kind of line. onLink(true or false): whether the server is there.
function openStream(hears, onLink) {
  let source = null, opened = 0, last = performance.now(), there = null;
  const alive = () => { last = performance.now(); tell(true); };
  const tell = (is) => { if (is !== there) onLink(there = is); };
  const open = () => {
    opened = performance.now();
    source = new EventSource("/events");
    for (const kind of new Set([...Object.keys(hears), "alive"]))
      source.addEventListener(kind, (e) => {
        alive();
        if (hears[kind]) hears[kind](JSON.parse(e.data));
      });
    source.onopen = alive;
  };
  // A browser opens six connections to a host: a page that nobody sees gives its own back.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && source) { source.close(); source = null; }
    else if (!document.hidden && !source) { last = performance.now(); open(); }
  });
  setInterval(() => {
    if (document.hidden) return;
    if (performance.now() - last > SILENT_MS) tell(false);
    if (source && source.readyState === EventSource.CLOSED && performance.now() - opened > REOPEN_MS) { source.close(); open(); }
  }, SILENCE_CHECK_MS);
  open();
}

// What the server answers, with its status; where it cannot be reached the status is 0, and the error says so.
async function ask(path, with_) {
  const answer = await fetch(path, with_).catch(() => null);
  if (!answer) return {status: 0, error: say("lost")};
  return {status: answer.status, ...(await answer.json().catch(() => ({})))};
}

function post(path, what) { return ask(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(what)}); }

function byId(id) { return document.getElementById(id); }

// An element: make("p", {class: "turn"}, "text", child, ...)
function make(name, with_, ...children) {
  const svg = ["svg", "circle", "text", "line", "g", "rect", "path", "image", "title", "defs", "marker"].includes(name);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(with_ || {}))
    if (typeof value === "function") e.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
  for (const child of children) if (child !== null && child !== undefined) e.append(child);
  return e;
}

// A button with its key. more: what it has beside its text.
function keyed(key, text, with_, ...more) { return make("button", {...with_, "aria-keyshortcuts": key}, ...more, text, make("kbd", {}, key)); }

// Who plays, and where, after an event: what it does not name stays as it is; a correction tells all of it.
function aboutAfter(about, e) {
  const named = e.about || {};
  return e.about_now || {...about, ...named, players: {...about.players, ...named.players}, sides: {...about.sides, ...named.sides}};
}

const COLOURS = ["blue", "green", "red", "yellow"];
// A letter beside every colour: not everybody can tell red from green.
function chip(colour) { return make("span", {class: "chip " + colour, title: say(colour)}, say(colour + " letter")); }

// A colour with its tiddlies; the one whose turn it is has a rim.
function colourMark(state, c) {
  const due = state.turn === c && !state.await && state.phase !== "ended";
  return make("span", {class: due ? "colour due-colour" : "colour", title: due ? say("to play", {colour: say(c)}) : null}, chip(c),
    state.tiddlies ? String(state.tiddlies[c]) : "");
}

// A sentence begins with a capital, but no name of a wink does: r1 is not R1.
function sentence(text) { return /^[bgry][0-9]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1); }

// Minutes and seconds of the game's time.
function clockText(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  return Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0");
}

// A time of the video, "0:46.9", with so many decimals.
function videoTime(seconds, decimals) {
  const parts = 10 ** decimals, n = Math.round(parts * seconds);
  return clockText(Math.floor(n / parts)) + "." + String(n % parts).padStart(decimals, "0");
}

// In thousandths, as the record keeps it.
function percent(exact) {
  const p = Math.round(1000 * exact) / 1000;
  return p > 0.99 ? say("over 99 %") : p < 0.01 ? say("under 1 %") : Math.round(100 * p) + "\u00a0%";
}

function phaseText(state) {
  const text = say(state.phase === "timed" && !state.limit_s ? "phase untimed" : "phase " + state.phase);
  return state.phase === "round-limit" && state.rounds_left !== null ? say("rounds left", {n: state.rounds_left}) : text;
}

// Who is how far, nearest first; bands of two deviations that touch cannot be told apart.
function squidgeOrder(position) {
  const all = (position.nearest || []).filter((n) => n.mm !== undefined);
  return all.map((n, i) => ({...n, look: all.some((m, k) => k !== i && Math.abs(m.mm - n.mm) <= 2 * ((m.sigma_mm || 0) + (n.sigma_mm || 0)))}));
}
