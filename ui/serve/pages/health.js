// Whether the referee watches: how old the last picture is, what was not judged, and each fault that lasts with its remedy. Every
// page shows it: nobody takes silence for peace.
"use strict";

// A live picture that is older has stopped.
const OLD_S = 3;
const health = {is: null, ended: false, faults: new Map()};

function hearAlive(is) { health.is = is; if (is.age_s >= 0 && is.age_s < OLD_S) health.faults.delete("source"); drawHealth(); }

// News that lasts: what stops rulings until they go on; the rest until the next position, or until it is over.
function hearNotice(n) {
  const kind = {"camera-moved": "rulings", "light-gone": "rulings", "blurred": "rulings"}[n.kind] || n.kind;
  if (n.kind === "rulings-go-on") health.faults.delete("rulings");
  else if (["rulings", "picture", "colours", "source", "files"].includes(kind)) health.faults.set(kind, sentence(n.text));
  drawHealth();
}

function hearPosition() { health.faults.delete("picture"); health.faults.delete("rulings"); drawHealth(); }
function hearEnd() { health.ended = true; drawHealth(); }
function forgetHealth() { health.ended = false; health.faults.clear(); drawHealth(); }

function healthText() {
  const is = health.is;
  if (health.ended) return say("source ended");
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
