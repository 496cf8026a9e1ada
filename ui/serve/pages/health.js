// Whether the referee watches: how old the last picture is, what was not judged, and each fault that lasts with its remedy. Every
// page shows it: nobody takes silence for peace.
"use strict";

// A live picture that is older has stopped.
const OLD_S = 3;
const health = {is: null, heardAt: 0, ended: false, endedAt: null, faults: new Map()}; // is: what was told last; null: nothing yet

function hearAlive(is) {
  health.is = is;
  health.heardAt = performance.now();
  if (is.ended) Object.assign(health, {ended: true, endedAt: is.t});
  if (is.age_s >= 0 && is.age_s < OLD_S) health.faults.delete("source");
  drawHealth();
}

// A fault stays until the notice that ends it. Those of rulings and of a picture also end with the next position.
// What is wrong with one file says nothing of another.
const ENDS = {"rulings-go-on": "rulings", "colours-apart": "colours", "files-kept": "files", "source-back": "source"};
function hearNotice(n) {
  const kind = {"camera-moved": "rulings", "light-gone": "rulings", "blurred": "rulings"}[n.kind] || n.kind, file = n.file || "";
  if (ENDS[kind]) health.faults.delete(ENDS[kind] + file);
  else if (["rulings", "picture", "colours", "source", "files"].includes(kind)) health.faults.set(kind + file, sentence(n.text));
  drawHealth();
}

function hearPosition() { health.faults.delete("picture"); health.faults.delete("rulings"); drawHealth(); }
function hearEnd(end) { health.ended = true; health.endedAt = end.t; drawHealth(); }
function forgetHealth() { health.ended = false; health.faults.clear(); drawHealth(); }
// All is told from the beginning: until it has been, which the first beat says, nothing is known of the game.
function beginAnew() { health.is = null; }
function isKnown() { return health.is !== null || health.ended; }

// How far the source is, in seconds on its own clock; null: it is not known yet. A camera goes on between two beats; a video is where
// its last picture was, however fast it is watched, and what has ended stands still.
function sourceTime() {
  if (health.ended) return health.endedAt ?? null;
  const is = health.is;
  if (!is || is.t === undefined || is.age_s < 0) return null;
  return is.t + (is.live ? is.age_s + (performance.now() - health.heardAt) / 1000 : 0);
}

// The game's time as it stands: state lines say it for a moment of the source, and whether the clock runs.
function gameTime(state) {
  if (!state || state.elapsed_s === undefined || !isKnown()) return "";
  const now = sourceTime(), runs = state.clock_runs && now !== null && typeof state.t === "number";
  const played = state.elapsed_s + (runs ? Math.max(0, now - state.t) : 0);
  return state.limit_s ? clockText(state.limit_s - played) : clockText(played);
}

function healthText() {
  const is = health.is;
  if (health.ended) return say(is && is.live ? "camera ended" : "source ended");
  if (!is) return "";
  const seen = is.age_s < 0 ? say("no picture yet") : is.live && is.age_s >= OLD_S ? say("picture old", {s: Math.round(is.age_s)}) : say("picture new");
  return seen + (is.unjudged ? " · " + say("not judged", {n: is.unjudged}) : "");
}

function drawHealth() {
  const box = byId("health"), old = health.is && health.is.live && !health.ended && health.is.age_s >= OLD_S;
  if (!box) return;
  box.textContent = healthText();
  box.classList.toggle("lost", Boolean(old));
  const texts = [...health.faults.values(), ...(old ? [say("picture remedy")] : [])];
  byId("faults").replaceChildren(...texts.map((text) => make("p", {}, text)));
  byId("faults").hidden = texts.length === 0;
}
