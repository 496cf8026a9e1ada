// All tables at a glance: those that are silent or ill first, then those that ask, then the others.
"use strict";

const cards = new Map();
let due = false, umpire = false;

byId("title").textContent = say("hall");
byId("none").textContent = say("no tables");
byId("results").textContent = say("results");
hearTables((t) => {
  draw(t);
  if (!due) requestAnimationFrame(arrange);
  due = true;
}, (a) => hearAnswer(a));

function draw(t) {
  const card = cards.get(t.table) || make("article", {class: "card table", id: "table-" + t.table});
  cards.set(t.table, card);
  card.className = "card table urgent-" + urgency(t);
  card.replaceChildren(make("h2", {}, titleOf(t), make("span", {class: "is"}, say("is " + t.online))), ...body(t));
}

function body(t) {
  if (!t.state.phase) return [make("p", {class: "faint"}, say("no game"))];
  return [...sidesOf(t), make("p", {class: "now"}, t.state.turn && !isLeft(t) ? chip(t.state.turn) : "", phaseOf(t), make("span", {class: "clock"}, clockOf(t))),
    ...troubles(t), make("p", {class: "last faint"}, t.last || "")];
}

function troubles(t) {
  const list = [];
  if (t.ill) list.push(make("p", {class: "bad"}, t.ill));
  if (t.fault) list.push(make("p", {class: "bad"}, t.fault));
  if (t.newest > t.seq + 1 && t.online === "ready") list.push(make("p", {class: "bad"}, say("behind", {n: t.newest - t.seq})));
  for (const q of t.asks) list.push(...asking(t, q));
  return list;
}

// A question with its answers, likeliest first. Who has typed the code can take one.
function asking(t, q) {
  const text = q.held ? say("held line", {n: q.line}) : q.text;
  const picture = "/table/" + t.table + "/picture/" + t.record + "/" + q.line;
  const seen = q.picture ? [make("a", {href: picture, target: "_blank", class: "seen"},
    make("img", {src: picture, alt: say("picture of line", {n: q.line}), loading: "lazy"}))] : [];
  return [make("p", {class: "asks"}, text), ...seen, ...(umpire ? answersOf(t, q) : [])];
}

function answersOf(t, q) {
  if (t.online === "disconnected") return [make("p", {class: "faint"}, say("closed asks", {n: q.line}))];
  return q.answers.map((a) => make("button", {class: "answer", click: () => answer(t, q, a)}, textOf(q, a)));
}

// How likely a held answer is now, the table tells; as it was asked it would be an old figure.
function textOf(q, a) { return !a.text ? String(a.reading) : q.held ? a.text.replace(/ \([^()]*%\)$/, "") : a.text; }

// ---- The umpire ----

const sent = new Map();
const ANSWER_MS = 25000; // a table answers at once, but where the network is away
const WHO_BYTES = 64; // a table takes no longer name with an answer
const who = byId("who"), code = byId("code");
who.placeholder = say("your name");
code.placeholder = say("code");
byId("login").querySelector("button").textContent = say("log in");
try { who.value = localStorage.getItem("who") || ""; } catch { /* a browser that keeps nothing */ }
if (location.hash) code.value = location.hash.slice(1);
function checkWho() { who.setCustomValidity(new TextEncoder().encode(who.value).length > WHO_BYTES ? say("long name") : ""); }
who.addEventListener("input", checkWho);
for (const field of [who, code])
  field.addEventListener("invalid", () => tell(field.validity.valueMissing ? say("name and code") : field.validationMessage, true));
checkWho();

function setUmpire(is) {
  umpire = is;
  byId("login").hidden = is;
  byId("me").textContent = is ? who.value : "";
  for (const t of tables.values()) draw(t);
}
ask("/me").then((me) => setUmpire(me.umpire === true && who.value !== ""));

byId("login").addEventListener("submit", async (e) => {
  e.preventDefault();
  const got = await post("/login", {code: code.value});
  if (!got.umpire) { tell(!got.status ? say("hall lost") : got.wait_s ? say("wait", {n: Math.ceil(got.wait_s)}) : say("wrong code"), true); return; }
  try { localStorage.setItem("who", who.value); } catch { /* a browser that keeps nothing */ }
  history.replaceState(null, "", location.pathname);
  setUmpire(true);
});

function tell(text, bad) {
  byId("says").textContent = text;
  byId("says").classList.toggle("bad", bad);
}

// The word carries the line on which it was decided: if the record has gone on, the table refuses it.
async function answer(t, q, a) {
  const id = [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const word = {word: "answer", line: q.line, question: q.question, reading: a.reading, on: t.lines, id: id, do: true};
  if (t.record > 1) word.game = t.record;
  sent.set(id, titleOf(t));
  tell(say("on its way", {table: titleOf(t)}), false);
  const took = await post("/say/" + t.table, {who: who.value, word: word});
  if (!took.status) tell(say("hall lost"), true);
  else if (took.error) tell(took.error, true);
  else setTimeout(() => { if (sent.delete(id)) tell(say("no answer", {table: titleOf(t)}), true); }, ANSWER_MS);
}

function hearAnswer(a) {
  if (!sent.has(a.id)) return;
  const done = a.reply && a.reply.done;
  tell(titleOf(tables.get(a.table)) + ": " + (done ? say("table did", {n: a.reply.n}) : a.why || (a.reply && a.reply.why) || ""), !done);
  sent.delete(a.id);
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
