// Corrections: what a touch or a drag on the mat says about the last shot, as a word of the umpire. Places are measured and not
// told; what the rules need is what lies over what, what is in the pot, and what went off.
"use strict";

// All squops in which a wink takes part, as the rules have them now: [upper, lower].
function squopsOf(name) { return ((state && state.over) || []).filter((pair) => pair.includes(name)); }

// What the record says now: its lines in order, each with what the referee tells of it. now: gone, refused, changed or confirmed.
// What a line reads is a whole event: of the old one only stays when it was.
function standing() {
  return [...lines.values()].sort((a, b) => a.line - b.line).map((e) => {
    const {now, text, reads} = corrected.get(e.line) || {};
    const {line, t, seen_t, held} = e;
    return {...(reads ? {line, t, seen_t, held, ...reads} : e), ...(text && {text}), now, counts: now !== "gone" && now !== "refused"};
  });
}

function lastShot() { return standing().filter((e) => e.event === "shot" && e.counts).pop() || null; }

function without(list, name) { return (list || []).filter((n) => n !== name); }

function withoutWink(name) { return state.over.filter((pair) => !pair.includes(name)); }

// change: keys of the last shot that are to read otherwise; set: the same for a game without a shot, said by hand.
function amendShot(change, set) {
  const shot = lastShot();
  return shot ? {word: "amend", line: shot.line, change: change(shot)} : event({event: "set", ...set()});
}

const CORRECTIONS = {
  potted: (a) => amendShot((s) => ({potted: [...without(s.potted, a), a], off: without(s.off, a)}),
    () => ({pot: [...without(state.potted, a), a], baseline: without(state.baseline, a)})),
  unpotted: (a) => amendShot((s) => ({potted: without(s.potted, a)}), () => ({pot: without(state.potted, a), baseline: state.baseline})),
  off: (a) => amendShot((s) => ({off: [...without(s.off, a), a], potted: without(s.potted, a)}), () => ({over: withoutWink(a)})),
  over: (a, b) => amendShot(() => ({now_over: [[a, b]]}), () => ({over: [...state.over.filter((p) => !(p.includes(a) && p.includes(b))), [a, b]]})),
  free: (a) => amendShot(() => ({frees: [...new Set([a, ...squopsOf(a).map((pair) => pair[1])])]}), () => ({over: withoutWink(a)})),
  apart: (a, b) => amendShot(() => ({frees: squopsOf(a).filter((pair) => pair.includes(b)).map((pair) => pair[1])}),
    () => ({over: state.over.filter((p) => !(p.includes(a) && p.includes(b)))})),
  played: (a) => ({word: "amend", line: lastShot().line, change: {wink: a, colour: colourOf(a)}}),
};

// ---- A wink whose colour or size was misread ----

function sizeOf(name) { return name[0] === name[0].toUpperCase() ? "large" : "small"; }

// Which wink it is then: of those that look so the one that nobody sees, else one that has not been played.
function takenFor(a, colour, size) {
  const all = [1, 2, 3, 4].map((i) => (size === "large" ? colour[0].toUpperCase() : colour[0]) + i).slice(0, size === "large" ? 2 : 4).filter((name) => name !== a);
  return all.find((name) => position && !position.winks.some((w) => w.id === name)) || all.find((name) => (state.baseline || []).includes(name)) || all[0];
}

// The two exchange their names: in the last shot, where that brought the wink into play; else in what the rules know now.
function misread(a, colour, size) {
  const b = takenFor(a, colour, size), shot = lastShot();
  const other = (name) => (name === a ? b : name === b ? a : name), others = (list) => (list || []).map(other);
  const named = (e) => [e.wink, ...(e.potted || []), ...(e.off || []), ...(e.over || []).flat()].some((name) => name === a || name === b);
  const first = standing().find((e) => e.event === "shot" && e.counts && named(e));
  if (shot && shot.wink === a && first.line === shot.line)
    return {word: "amend", line: shot.line, change: {wink: b, colour: colourOf(b), potted: others(shot.potted), off: others(shot.off),
      ...(shot.over ? {over: shot.over.map(others)} : {})}};
  return event({event: "set", over: (state.over || []).map(others), pot: others(state.potted), baseline: others(state.baseline)});
}

function misreadTools(a) {
  const size = sizeOf(a), other = size === "large" ? "small" : "large";
  const tool = (text, colour, as) => make("button", {disabled: !umpire, click: () => word(misread(a, colour, as))}, text);
  return [...COLOURS.filter((c) => c !== colourOf(a)).map((c) => tool(say("is colour", {a, colour: say(c)}), c, size)), tool(say("is " + other, {a}), colourOf(a), other)];
}

function colourOf(name) { return COLOURS.find((c) => c[0] === name[0].toLowerCase()); }

// A wink was dragged to p: onto another, into the pot, off the mat, or to where nothing lies.
function dropped(name, p) {
  if (!state) return;
  const what = whatLiesAt(mat, p, name);
  if (what === "off" || what === "pot") word(CORRECTIONS[what === "pot" ? "potted" : "off"](name));
  else if (what) word(CORRECTIONS.over(name, what));
  else if ((state.potted || []).includes(name)) word(CORRECTIONS.unpotted(name));
  else if (squopsOf(name).length) word(CORRECTIONS.free(name));
  else tell(say("places are measured"), false);
}

// What can be said of the winks that are marked. Two touches have chosen a pair: its buttons act at once, and are taken back as
// anything else; all others show first what would differ.
function toolsFor(names) {
  const [a, b] = names, tool = (text, what, at_once) => make("button", {disabled: !umpire, click: () => word(what(), at_once)}, text);
  if (!state || names.includes("pot") && names.length === 1) return [];
  if (names.length === 2) return names.includes("pot") ? [tool(say("is potted", {a: names.find((n) => n !== "pot")}), () => CORRECTIONS.potted(names.find((n) => n !== "pot")), true)]
    : [tool(say("over", {a, b}), () => CORRECTIONS.over(a, b), true), tool(say("over", {a: b, b: a}), () => CORRECTIONS.over(b, a), true),
       tool(say("apart", {a, b}), () => CORRECTIONS.apart(a, b), true)];
  if (!a) return [];
  const shot = lastShot(), tools = squopsOf(a).map(([upper, lower]) => tool(say("over", {a: lower, b: upper}), () => CORRECTIONS.over(lower, upper)));
  if (squopsOf(a).length) tools.push(tool(say("lies free", {a}), () => CORRECTIONS.free(a)));
  tools.push(tool(say("is potted", {a}), () => CORRECTIONS.potted(a)), tool(say("is off", {a}), () => CORRECTIONS.off(a)));
  if (shot && shot.wink !== a) tools.push(tool(say("was played", {a, n: shot.line}), () => CORRECTIONS.played(a)));
  if (state.phase && state.await !== "squidge-off") tools.push(...misreadTools(a));
  tools.push(tool(picked ? say("shot missing before", {a, n: picked}) : say("shot missing", {a}), () => missing(a), picked > 0));
  return tools;
}

// A shot that nobody saw: before the line that the umpire has picked, else now.
function missing(a) {
  const shot = {event: "shot", wink: a, colour: colourOf(a)};
  return picked ? {word: "insert", line: picked, event: shot} : event(shot);
}

// ---- Putting winks back by hand (rules 13.1, 20.1, 25.3, 25.4, 26) ----

let restoring = null; // where each wink belongs: a position that was seen

// Where they lay before a line of the record. The page may have come later: then the rests are asked for.
async function restoreBefore(e) {
  if (restoring) { restoring = null; drawTheMat(); return; }
  const text = await fetch("/rests").then((answer) => answer.ok ? answer.text() : "").catch(() => null);
  if (text === null) { tell(say("lost"), true); return; }
  const rests = text.split("\n").slice(0, -1).map((line) => JSON.parse(line)); // the last one may be half written
  const t = e.before_t === undefined ? e.seen_t : e.before_t;
  restoring = rests.filter((r) => r.t <= t + 1e-3).pop() || null;
  if (!restoring) tell(say("nothing to restore"), true);
  drawTheMat();
}

// The ghosts: of all winks that lie elsewhere than they should; else of those that the book moves by hand.
function targetsNow() {
  if (restoring) return restoring.winks.filter((w) => w.id);
  return (position && position.back || []).map((to) => ({...seenWink(to.id), ...to}));
}

function seenWink(id) {
  return position.winks.find((w) => w.id === id);
}

// From where to where, in mm from the middle of the mat.
function wayTo(to) {
  const at = (p) => [p.x, p.y].map((v) => v.toFixed(1).replace("-", "−")).join(", "), w = seenWink(to.id);
  return w ? say("restore way", {id: to.id, from: at(w), to: at(to)}) : say("restore to", {id: to.id, to: at(to)});
}

// How far it is to there; null where the wink is not seen.
function farFrom(to) { const w = seenWink(to.id); return w ? Math.hypot(w.x - to.x, w.y - to.y) : null; }

// What the book moves by hand: a wink that leans is laid down beside the pot, others go to a place.
function byHandText(back) {
  return back.map((to) => {
    const far = farFrom(to), mm = (far || 0).toFixed(1);
    if (to.why !== "leans") return say("hand " + to.why + (far === null ? " unseen" : ""), {id: to.id, mm});
    return say(mm === "0.0" ? "hand flat" : "hand leans", {id: to.id, mm, over: to.over ? say("hand over", {over: to.over.join(", ")}) : ""});
  }).join(" ");
}

// Of those that are put back: which still lie elsewhere.
function notYetBack() { return restoring.winks.filter((t) => t.id && !(seenWink(t.id) && farFrom(t) <= PLACED_MM)); }

// Which winks still lie elsewhere, or are to be moved by the book; and from where to where.
function drawRestoring() {
  const back = position && position.back || [], far = position && restoring ? notYetBack() : back.filter((to) => to.why !== "leans");
  const what = far.map((t) => t.id + (seenWink(t.id) ? " " + farFrom(t).toFixed(1) + " mm" : "")).join(", ");
  byId("restoring").textContent = !position ? "" : !restoring ? byHandText(back) : far.length ? say("to restore", {what}) : say("restored");
  byId("ways").hidden = !far.length;
  byId("ways-text").textContent = far.map(wayTo).join("; ");
}

// ---- The squidge-off ----

function squidgeTable() {
  const order = position ? squidgeOrder(position) : [];
  if (!order.length) return [];
  const mm = Object.fromEntries(order.map((n) => [n.colour, Number(n.mm.toFixed(1))]));
  return [make("table", {}, ...order.map((n) => make("tr", {}, make("td", {}, chip(n.colour), say(n.colour) + " " + (position.winks[n.wink] ? position.winks[n.wink].id || "" : "")),
      make("td", {}, n.mm.toFixed(1) + " ± " + (n.sigma_mm || 0).toFixed(1) + " mm" + (n.look ? " LOOK" : ""))))),
    keyed("E", say("enter order"), {disabled: !umpire, click: () => word(event({event: "squidge-off", mm}))})];
}
