// The umpire's page: shows what the referee sees and rules, and sends the umpire's words. It uses the documented
// protocol alone: /events, /record, /picture, /me, /login and /say.
"use strict";

let state = null, position = null, umpire = false, chosen = [];
// The line that is shown; the one that the umpire has picked to be shown (0: the newest is).
let shown = 0, picked = 0;
let held = false; // the audience sees the score as it was
// The lines of the record by number, the questions by theirs, and the number of the one that is open (0: none).
// corrected: of the lines that do not stand as they were given, what they are now; undoes: the line that an undo would take back; redoes: the undo that a redo would.
let lines = new Map(), corrected = new Map(), about = {}, undoes = 0, redoes = 0, newest = 0, questions = new Map(), open = 0;

// ---- What is heard ----

openStream({
  anew: () => { beginAnew(); forgetAll(); },
  "new-game": forgetAll,
  state: (s) => { state = s; drawClock(); drawTheMat(); drawTurn(); drawActions(); },
  position: (p) => { position = p; hearPosition(); if (noticed) tell("", false); open = p.open_question || 0; drawTheMat(); drawQuestion(); drawTurn(); },
  question: (q) => { questions.set(q.question, q); open = q.question; drawQuestion(); },
  "passed-over": (t) => { open = 0; drawQuestion(); tell(t.text, false); },
  event: (e) => {
    if (e.about || e.about_now) showAbout(aboutAfter(about, e));
    const settles = e.question === open && open && !e.held && !e.word;
    if (e.question === open) open = 0;
    if (settles) tell(say("settled", {text: e.text || ""}), false);
    lines.set(e.line, e);
    if (unanswered && e.word === unanswered.id) unanswered = null;
    for (const s of e.settles || []) for (const l of lines.values()) if (l.question === s.question) l.held = false;
    undoes = e.undoes || 0;
    redoes = e.redoes || 0;
    if (e.corrected) corrected = new Map(e.corrected.map((c) => [c.line, c]));
    newest = Math.max(newest, e.line);
    if (!picked && e.line === newest) showLine(e); // who has picked an older one keeps it
    if (e.line === newest) tellEvent(e);
    drawQuestion();
    drawShots();
    drawActions();
  },
  automation: hearAutomation,
  settings: (s) => { held = s.hold; byId("held").hidden = !held; drawActions(); },
  alive: (is) => { const first = !isKnown(); hearAlive(is); if (first) { drawClock(); drawTurn(); } }, end: hearEnd, start: () => { health.ended = false; },
  notice: (t) => { hearNotice(t); tell(sentence(t.text), !["game", "frames-missing", ...Object.keys(ENDS)].includes(t.kind)); noticed = true; }, wait: (t) => tell(t.text, false), refused: (t) => tell(t.text, true),
  squidged: (t) => tell(t.text, false), "by-hand": (t) => tell(t.text, false), unseen: (t) => tell(t.text, false),
}, (there) => {
  const link = byId("link");
  link.textContent = say(there ? "connected" : "lost");
  link.classList.toggle("lost", !there);
  if (there) askWho();
});

function forgetAll() {
  state = position = null;
  open = newest = undoes = redoes = 0;
  about = {};
  lines.clear();
  corrected.clear();
  questions.clear();
  shown = picked = 0;
  restoring = null;
  tellEvent(null);
  forgetHealth();
  byId("line").hidden = true;
  drawAll();
}

function showAbout(is) {
  about = is;
  drawTurn();
  const title = [about.event, about.round, about.table].filter(Boolean).join(" · ") || "squint";
  document.title = byId("title").textContent = title;
}

// ---- What is shown ----

function drawAll() { drawTheMat(); drawQuestion(); drawTurn(); drawActions(); drawShots(); drawAutomation(); drawTold(); }

const mat = openMat(byId("mat"), {pick: (name) => {
  chosen = chosen.includes(name) ? chosen.filter((n) => n !== name) : [...chosen, name].slice(-2);
  drawTheMat();
}, drop: dropped});

function drawTheMat() {
  chosen = chosen.filter((name) => name === "pot" || (position && position.winks.some((w) => w.id === name)));
  drawMat(mat, position, chosen, targetsNow());
  const gap = position && chosen.length === 2 ? gapOf(position, chosen[0], chosen[1]) : null;
  byId("measured").textContent = gap
    ? say("measured", {a: chosen[0] === "pot" ? say("pot") : chosen[0], b: chosen[1] === "pot" ? say("pot") : chosen[1],
        mm: gap.mm.toFixed(1) + " ± " + gap.sigma.toFixed(1)})
    : position ? say("measure how") : "";
  byId("tools").replaceChildren(...toolsFor(chosen));
  drawRestoring();
}

// The clock does not tell how long a jump of the picture took.
const JUMP_S = 0.5;

function drawQuestion() {
  const q = questions.get(open);
  byId("question").hidden = !q;
  byId("answers").replaceChildren();
  if (!q) return;
  const gap = q.gap_s ? say(q.gap_s < JUMP_S ? "jump" : "gap", {s: q.gap_s.toFixed(1)}) : "";
  const unjudged = q.unjudged ? say(q.unjudged > 1 ? "rests unjudged" : "rest unjudged", {n: q.unjudged}) : "";
  byId("doubt").textContent = [q.wished ? say("wished") : "", gap, unjudged, ...q.doubts.map((d) => d.text)].filter(Boolean).join(" ");
  byId("answers").append(...answersTo(q, newest + 1));
}

// The answers as buttons. line: the question's line in the record, or the one that it will get; e: the event that holds it, if one does.
function answersTo(q, line, e) {
  return q.readings.map((reading, i) => make("button", {disabled: !umpire,
    "aria-keyshortcuts": String(i + 1), click: () => word({word: "answer", line: line, question: q.question, reading: reading.reading})},
    e ? answerNow(reading, e) : shortAnswer(reading), make("kbd", {}, String(i + 1))));
}

// The text of an answer ends with its probability already.
function shortAnswer(reading) { return reading.text || reading.what + " (" + percent(reading.probability) + ")"; }

// The same with the probability that it had when it was held: how the game went on has weighed it anew.
function answerNow(reading, e) {
  const own = e.answer || 1, n = reading.reading, other = (e.alternatives || [])[n < own ? n - 1 : n - 2];
  const p = n === own ? e.probability : other ? other.probability : undefined;
  return p === undefined ? shortAnswer(reading) : (reading.text || reading.what).replace(/ \([^()]*%\)$/, "") + " (" + percent(p) + ")";
}

function drawTurn() {
  const turn = byId("turn");
  turn.replaceChildren();
  byId("duties").textContent = "";
  byId("scores").replaceChildren();
  byId("squidge").replaceChildren(...(state && state.await === "squidge-off" ? squidgeTable() : []));
  if (!state || !state.phase) { turn.textContent = isKnown() ? say("no game") : ""; return; }
  if (state.phase === "ended") turn.append(say("ended"));
  else if (state.await) turn.append(say("await " + state.await));
  else if (state.turn) turn.append(chip(state.turn), say("to play", {colour: say(state.turn)}), make("span", {class: "faint"}, playerOf(state.turn),
    " · " + (state.shots === 1 ? say("one shot") : say("shots", {n: state.shots}))));
  byId("duties").textContent = [phaseText(state), ...dutiesOf(state)].join(" · ");
  drawScores();
}

function playerOf(c) { return about.players && about.players[c] ? " (" + about.players[c] + ")" : ""; }

function dutiesOf(s) {
  const names = (list) => list.map((c) => say(c)).join(", "), out = [];
  if (s.squop_up) out.push(say("squop-up", {n: s.squop_up.turns_left}));
  if (s.leave_free) {
    const what = Array.isArray(s.leave_free) ? names(s.leave_free)
      : COLOURS.includes(s.leave_free) ? say(s.leave_free) : say("leave free " + s.leave_free);
    out.push(say("leave free", {what: what}));
  }
  if (s.forfeit && s.forfeit.length) out.push(say("forfeits", {what: names(s.forfeit)}));
  if (s.miss_turn && s.miss_turn.length) out.push(say("misses", {what: names(s.miss_turn)}));
  return out;
}

function drawScores() {
  const over = state.points, table = byId("scores"), columns = ["potted", "free", "unplayed", "tiddlies", ...(over ? ["points"] : [])];
  const of = (list, c) => (list || []).filter((name) => colourOf(name) === c).length;
  // The columns are those of the score sheet: free are winks on the mat, and those not yet played have a column of their own.
  const count = (c) => ({potted: of(state.potted, c), free: state.free ? state.free[c] - of(state.baseline, c) : "", unplayed: of(state.baseline, c),
    tiddlies: state.tiddlies ? state.tiddlies[c] : "", points: over ? over[c] ?? "" : ""});
  table.append(make("tr", {}, make("th", {}, say("colour")), ...columns.map((name) => make("th", {}, say(name)))));
  for (const c of COLOURS) {
    const counted = count(c);
    table.append(make("tr", {"data-colour": c}, make("td", {}, chip(c), say(c), make("span", {class: "faint"}, playerOf(c))), ...columns.map((name) => make("td", {"data-count": name}, String(counted[name])))));
  }
  for (const side of Object.keys(state.score || {}))
    table.append(make("tr", {}, make("td", {colspan: columns.length}, say(side)), make("td", {}, String(state.score[side]))));
}

// When it was played, on the source's clock, as the terminal and the sheet tell it.
function timeOf(e) {
  const t = e.t ?? e.seen_t;
  return t === undefined ? "" : videoTime(t, 1);
}

function drawShots() {
  const list = byId("shots"), all = standing().reverse();
  byId("nothing").hidden = all.length > 0;
  list.replaceChildren(...all.map((e) => make("li", {class: [e.line === newest && "fresh", !e.counts && "gone"].filter(Boolean).join(" ") || null},
    make("button", {click: () => pickLine(lines.get(e.line)), "aria-pressed": String(e.line === shown), "aria-label": say("line") + " " + e.line + ": " + (e.text || e.event)},
      make("span", {class: "faint"}, String(e.line)), make("span", {class: "faint"}, timeOf(e)),
      make("span", {}, e.text || e.event, e.held && !e.now ? make("span", {class: "held"}, " " + say("held")) : null,
        e.now ? make("span", {class: "faint"}, " (" + say("now " + e.now) + ")") : null)))));
}

function pickLine(e) {
  picked = e.line === newest ? 0 : e.line;
  showLine(e);
  drawShots();
  drawTheMat();
}

// It is drawn after the line is on the disk: asked for again for a little while.
function pictureOf(e) {
  const picture = make("img", {class: "ruling", src: "/picture/" + String(e.line).padStart(4, "0") + ".jpg",
    alt: say("picture of line", {n: e.line}) + ": " + (e.text || "")});
  // As large as it is, in a window of its own. Until there is a picture, there is nothing to touch.
  const link = make("a", {href: picture.src, target: "_blank", rel: "noopener", hidden: true}, picture);
  let tries = 0;
  picture.addEventListener("error", () => {
    link.hidden = true;
    if (++tries < 8) setTimeout(() => { picture.src = picture.src.split("?")[0] + "?" + tries; }, 500);
  });
  picture.addEventListener("load", () => { link.hidden = false; });
  return link;
}

// A line of the record: its picture, the other answers where it is held, and the offer to take it back.
function showLine(e) {
  const q = e.held ? questions.get(e.question) : null;
  shown = e.line;
  byId("line").hidden = false;
  byId("h-line").textContent = say("line") + " " + e.line;
  byId("picture").replaceChildren(...(e.seen_t === undefined ? [] : [pictureOf(e)]), make("p", {}, e.text || ""), ...(q ? answersTo(q, e.line, e) : []), make("div", {class: "keys"},
    keyed("D", say("remove", {n: e.line}), {disabled: !umpire || e.line < 2, click: () => word({word: "amend", line: e.line, remove: true})}),
    ...(e.seen_t === undefined ? [] : [keyed("W", say("replay of line", {n: e.line}), {click: () => openReplay(byId("replay"), e.line)}),
      keyed("B", say("restore", {n: e.line}), {click: () => restoreBefore(e)}),
      keyed("S", say("bundle"), {disabled: !umpire, click: () => { location.href = "/bundle/" + e.line; tell(say("bundle comes", {n: e.line}), false); }})])), make("div", {id: "replay"}));
}

// ---- The umpire's words ----

function drawActions() {
  const box = byId("actions"), s = state;
  const button = (key, text, act, main) => keyed(key, text, {click: act, disabled: !umpire, class: main ? "main" : null});
  box.replaceChildren();
  if (s) box.append(...(s.choices || []).map(nextButton));
  if (s && s.turn && !s.await) box.append(button("P", sentence(say("pass", {colour: say(s.turn)})), pass));
  if (s && s.phase !== "ended" && s.await !== "choose" && newest > 1) box.append(button("F", say("foul"), foul));
  if (s && undoes) box.append(button("U", say("undo what", {n: undoes}), undo));
  if (s && redoes) box.append(button("R", say("redo"), () => word({word: "redo"})));
  const asks = standing().filter((e) => e.held && !e.now && e.counts).filter((e, i, all) => e === lineOfQuestion(e, all));
  if (asks.length) box.prepend(keyed("Q", say(asks.length === 1 ? "held one" : "held more", {n: asks.length}), {click: () => nextHeld(asks)}));
  if (s && s.clock_runs !== undefined && s.phase === "timed")
    box.append(button("C", say(s.clock_runs ? "clock stop" : "clock run"), clock));
  if (automation) box.append(keyed("A", say("automation"), {click: openAutomation}));
  box.append(button("K", say("camera"), openCamera));
  if (s) box.append(button("H", say(held ? "let go" : "hold back"), holdBack));
}

// Of the lines that hold the same question the shot's is asked about; the others are carried out for its sake.
function lineOfQuestion(e, held) {
  const same = e.question ? held.filter((o) => o.question === e.question) : [e];
  return same.find((o) => o.event === "shot") || same[0];
}

// The held lines one after the other, the oldest first.
function nextHeld(asks) {
  const next = asks.find((e) => e.line > shown) || asks[0];
  pickLine(lines.get(next.line));
}

// What the game waits for: after a foul a choice, before a free shot what is nominated.
function nextButton(e, i) {
  const key = e.option === "replay" ? "V" : e.option && !e.colour ? "X" : i < 9 ? String(i + 1) : null;
  const text = !e.colour ? e.wink || say(e.option) : e.option ? say("accept and play", {colour: say(e.colour)}) : say(e.colour);
  const with_ = {disabled: !umpire, class: e.option === "replay" ? "main" : null, click: () => word(event(e))};
  const mark = e.colour ? chip(e.colour) : null;
  return key ? keyed(key, text, with_, mark) : make("button", with_, mark, text);
}

// The audience waits while the umpire corrects.
async function holdBack() {
  const answer = await post("/settings", {hold: !held});
  if (answer.status === 401) setUmpire(false, true);
  else if (!answer.done) tellRefused(answer);
}

function event(e) { return {word: "say", event: e}; }
function pass() { if (state && state.turn) word(event({event: "pass", colour: state.turn})); }
// Recorded first; the rule is named with the same touch, or left out.
function foul() {
  const box = byId("which-rule"), rules = ["", ...FOUL_RULES];
  byId("rules").replaceChildren(...rules.map((rule) => make("button", {type: "button", click: () => { box.close(); word(event(rule ? {event: "foul", rule} : {event: "foul"})); }},
    rule ? rule + " " + say("rule " + rule) : say("no rule"))));
  box.showModal();
}
function undo() { word({word: "undo"}); }
function clock() { word(event({event: "clock", run: !state.clock_runs})); }
function answer(n) {
  const q = questions.get(open);
  if (q && q.readings[n - 1]) word({word: "answer", line: newest + 1, question: open, reading: q.readings[n - 1].reading});
}

let noticed = false; // what stands there is news of the camera, which the next position ends

function tell(text, bad) {
  noticed = false;
  byId("said").textContent = text;
  byId("said").classList.toggle("bad", bad);
}

// First what would differ is shown; then it is carried out, by the same word, under one name, so that a repeated
// request does nothing twice. `on`: the line that it was decided on; a word that comes too late is refused.
// at_once: it was decided by three touches already, and is shown when it is done.
async function word(what, at_once) {
  if (!umpire) { logIn(); return; }
  if (saying) { tell(say("one word"), true); return; }
  saying = true;
  try { await tryAndSay(what, at_once); } finally { saying = false; }
}

// The word that nobody has answered: it may have been carried out, so the same one, said again, keeps its name.
let unanswered = null;
let saying = false; // a word is under way: one window shows what would differ, and the next word is decided on what this one does

async function tryAndSay(what, at_once) {
  const tried = await post("/say", what);
  if (tried.status === 401) { setUmpire(false, true); return; }
  if (!tried.taken) { tellRefused(tried); return; }
  if (!at_once && !await showDifference(tried.text)) return;
  // What was marked has been said; a touch while the answer is on its way marks anew.
  const marked = chosen;
  chosen = [];
  drawTheMat();
  const text = JSON.stringify(what), id = unanswered && unanswered.text === text ? unanswered.id : newId();
  unanswered = {text, id};
  const done = await post("/say", {...what, do: true, on: tried.on, id});
  if (done.status && done.status !== 503) unanswered = null;
  if (!done.done && !chosen.length) { chosen = marked; drawTheMat(); }
  if (done.done) tell(say("done", {text: done.text || ""}) + " " + say(what.word === "undo" ? "redo hint" : "undo hint"), false);
  else tellRefused(done);
}

function tellRefused(answer) { tell(answer.status ? say("refused", {text: answer.why || answer.error || ""}) : answer.error, true); }

// A name that this word alone has.
function newId() { return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join(""); }

// Whether it is to be carried out.
function showDifference(text) {
  return new Promise((decided) => {
    const box = byId("preview");
    byId("differs").replaceChildren(...(text || "").split("\n").filter(Boolean).map((line) => make("p", {}, line)));
    byId("carry").onclick = () => { box.onclose = null; box.close(); decided(true); };
    box.onclose = () => decided(false);
    box.showModal();
    byId("carry").focus();
  });
}

// ---- Who is at the keys ----

async function askWho() {
  const me = await ask("/me");
  if (me.status) setUmpire(me.umpire === true);
}

// All that only the umpire may press is drawn anew where that changes. asks: for the code.
function setUmpire(is, asks) {
  const changed = is !== umpire;
  umpire = is;
  byId("who").replaceChildren(say(umpire ? "umpire" : "log in"), ...(umpire ? [] : [make("kbd", {}, "I")]));
  byId("who").disabled = umpire;
  if (changed) drawAll();
  if (changed && lines.has(shown)) showLine(lines.get(shown));
  if (asks) logIn();
}

function logIn() {
  byId("wrong").textContent = "";
  byId("login").showModal();
  byId("code").focus();
}

async function enter() {
  const got = await post("/login", {code: byId("code").value.replace(/[^A-Za-z0-9-]/g, "")});
  if (!got.status) { byId("wrong").textContent = got.error; return; }
  if (got.umpire) { byId("code").value = ""; byId("login").close(); await askWho(); return; }
  byId("wrong").textContent = say("wrong code") + (got.wait_s ? " " + say("wait", {n: got.wait_s}) : "");
}

byId("who").onclick = logIn;
byId("enter").onclick = enter;
byId("code").onkeydown = (e) => { if (e.key === "Enter") { e.preventDefault(); enter(); } };
byId("help").onclick = showKeys;
// From its beginning: the button at its end, which Enter presses, would else be scrolled to.
function showKeys() { byId("keys").showModal(); byId("keys").scrollTop = 0; }

byId("nearer").onclick = () => zoomMat(mat, 1.6);
byId("farther").onclick = () => zoomMat(mat, 1 / 1.6);
byId("now").onclick = () => openLive(byId("live"));
byId("whole").onclick = () => setView(mat, mat.whole.x, mat.whole.y, mat.whole.width);

// What a shot must satisfy (rule 23.1).
const FOUL_RULES = ["10.1", "10.2", "10.3", "10.4", "10.5", "10.6"];
const KEYS = {k: openCamera, l: () => openLive(byId("live")), u: undo, h: holdBack, a: openAutomation, "+": byId("nearer").onclick, "-": byId("farther").onclick, 0: byId("whole").onclick, r: () => word({word: "redo"}), p: pass, f: foul, c: () => state && clock()};

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || /input|select|textarea/i.test(e.target.tagName) || document.querySelector("dialog[open]")) return;
  if (e.key === "?") showKeys();
  else if (/^[1-9]$/.test(e.key) && questions.get(open)) answer(+e.key);
  else if (KEYS[e.key.toLowerCase()]) KEYS[e.key.toLowerCase()]();
  else pressKey(e.key.toUpperCase());
});

// What else has a key on it is pressed by it.
function pressKey(key) {
  const button = [...document.querySelectorAll("button[aria-keyshortcuts]")]
    .find((b) => b.getAttribute("aria-keyshortcuts") === key && !b.disabled && b.checkVisibility());
  if (button) button.click();
}

function drawClock() { byId("clock").textContent = gameTime(state); }

// The keys in two columns: "U: take back. R: redo." has a row for each sentence.
function drawKeys() {
  byId("key-list").replaceChildren(...say("keys text").split(/\.\s*/).filter(Boolean).map((row) => {
    const at = row.indexOf(": ");
    return make("div", {}, make("dt", {}, row.slice(0, at)), make("dd", {}, sentence(row.slice(at + 2))));
  }));
}

setInterval(drawClock, 250);
// The link in the terminal carries the code behind the #, which no server sees. It may come into a page that is open already.
function enterByLink() {
  if (location.hash.length < 2) return;
  byId("code").value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
  enter();
}
window.addEventListener("hashchange", enterByLink);
enterByLink();
// The texts on the mat are as large as the window makes them.
window.addEventListener("resize", drawTheMat);
sayAll();
// Buttons that stand in the page itself show their keys too; those with one sign are their own.
for (const b of document.querySelectorAll("button[aria-keyshortcuts]")) if (b.textContent.length > 1) b.append(make("kbd", {}, b.getAttribute("aria-keyshortcuts")));
drawKeys();
drawAll();
