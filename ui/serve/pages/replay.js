// The seconds before and after a ruling, from the pictures that are kept: slowly, or one by one; and what the camera sees now.
"use strict";

// How much slower than it was; ms that a picture without a time stays.
const SLOWER = 4, STILL_MS = 700;

// A small player in an element. The pictures are asked for when it is opened.
async function openReplay(box, line) {
  const got = await ask("/passage/" + line), pictures = got.pictures || [];
  if (!pictures.length) { box.replaceChildren(make("p", {class: "faint"}, got.status ? say("no pictures") : got.error)); return; }
  const show = make("img", {class: "ruling", alt: say("replay of line", {n: line})}), where = make("p", {class: "faint", "aria-live": "off"});
  let at = 0, timer = null;
  const draw = () => {
    show.src = "/evidence/" + pictures[at].name;
    where.textContent = say("picture of", {i: at + 1, n: pictures.length}) + " · " + videoTime(pictures[at].t, 2);
  };
  const step = (by) => { at = (at + by + pictures.length) % pictures.length; draw(); };
  const stop = () => { clearTimeout(timer); timer = null; name("slowly"); };
  const run = () => {
    const next = pictures[at + 1];
    if (!next || !box.isConnected) { stop(); return; }
    timer = setTimeout(() => { step(1); run(); }, Math.min(2000, Math.max(STILL_MS, SLOWER * 1000 * (next.t - pictures[at].t))));
  };
  const play = make("button", {"aria-keyshortcuts": "T", click: () => { if (timer) stop(); else { if (at === pictures.length - 1) at = 0; name("halt"); draw(); run(); } }});
  const name = (text) => play.replaceChildren(say(text), make("kbd", {}, "T"));
  name("slowly");
  box.replaceChildren(show, where, make("div", {class: "keys"}, keyed(",", "◂", {click: () => { stop(); step(-1); }, "aria-label": say("back")}), play,
    keyed(".", "▸", {click: () => { stop(); step(1); }, "aria-label": say("on")})));
  draw();
}

// Stills, fetched one after another: the next is asked for when the last has come.
const LIVE_MS = 500;
function openLive(box) {
  if (box.firstChild) { box.replaceChildren(); return; }
  const show = make("img", {class: "ruling", alt: say("live picture")});
  let n = 0;
  const none = make("p", {class: "faint", hidden: true}, say("no picture comes"));
  const next = () => { if (box.contains(show)) setTimeout(() => { if (!document.hidden) show.src = "/live.jpg?" + ++n; else next(); }, LIVE_MS); };
  const told = (comes) => { show.hidden = !comes; none.hidden = comes; next(); };
  show.onload = () => told(true);
  show.onerror = () => told(false);
  box.replaceChildren(show, none);
  show.src = "/live.jpg?0";
}
