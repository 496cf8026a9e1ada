// The camera: the zero test; finding it anew, with one confirmation; and the mat's four corners, touched, where it is not found.
// What was found holds when the umpire has confirmed it, and not before.
"use strict";

// From one question how it goes to the next, ms; so long a picture may take to come.
const ASK_MS = 200, PICTURE_MS = 5000;
// A finger that comes so near to a corner, in pixels of the page, takes hold of it; steps of the cross, in pixels of the picture.
const HOLD_PX = 26, STEP = 16;
// What the magnifying glass shows about a corner, in pixels of the picture; and its share of the picture's width.
const GLASS = 48, GLASS_SHARE = 0.3;

function openCamera() {
  byId("bench").replaceChildren();
  byId("camera").showModal();
  byId("zero-test").focus();
}

function benchSays(text, bad, ...more) {
  byId("bench").replaceChildren(make("p", {class: bad ? "says bad" : "says", role: bad ? "alert" : "status"}, text), ...more);
}

// Resolves with what was found; with nothing where something else is looked at meanwhile.
async function lookAtCamera(wish) {
  if (!umpire) { logIn(); return; }
  benchSays(say("looking"), false);
  const asked = await post("/camera/look", wish);
  if (asked.status === 401) { setUmpire(false, true); return; }
  if (!asked.number) { benchSays(asked.error, true); return; }
  for (const began = performance.now(); ;) {
    await new Promise((on) => setTimeout(on, ASK_MS));
    const is = await ask("/camera/result");
    if (!is.status) { benchSays(is.error, true); return; }
    if (is.number !== asked.number) return;
    if (!is.waits && !is.busy) { (is.look === "zero" ? showZero : showCamera)(is); return; }
    if (is.waits && performance.now() - began > PICTURE_MS) { benchSays(say("no picture comes"), true); return; }
  }
}

async function confirmBench(number, done) {
  const answer = await post("/camera/confirm", {number});
  benchSays(answer.done ? say(done) : answer.error, !answer.done);
}

// ---- The zero test ----

function showZero(is) {
  if (is.why) { benchSays(is.why, true); return; }
  const mm = (v) => v.toFixed(2), sum = is.zero;
  const worst = is.measured.reduce((a, b) => Math.abs(b.error_mm) > Math.abs(a.error_mm) ? b : a);
  const rows = is.measured.map((m) => make("tr", {}, make("td", {}, say("kind " + m.kind)),
    make("td", {}, Math.round((m.from[0] + m.to[0]) / 2) + ", " + Math.round((m.from[1] + m.to[1]) / 2)),
    make("td", {}, mm(m.measured_mm) + " ± " + mm(m.sigma_mm)), make("td", {}, mm(m.true_mm)), make("td", {}, (m.error_mm < 0 ? "−" : "+") + mm(Math.abs(m.error_mm)))));
  benchSays(say(sum.passed ? "zero passed" : "zero failed", {n: sum.distances, worst: mm(sum.worst_mm), limit: mm(sum.limit_mm), rms: mm(sum.rms_mm)}), !sum.passed,
    ...(sum.passed ? [] : [make("p", {}, say("zero remedy", {at: Math.round((worst.from[0] + worst.to[0]) / 2) + ", " + Math.round((worst.from[1] + worst.to[1]) / 2)}))]),
    make("table", {}, make("tr", {}, ...["distance", "where", "measured mm", "true mm", "off by"].map((word) => make("th", {}, say(word)))), ...rows),
    make("div", {class: "keys"}, make("button", {type: "button", class: "main", id: "keep-zero", click: () => confirmBench(is.number, "zero kept")}, say("keep zero"))));
  byId("keep-zero").focus();
}

// ---- Finding the camera ----

function showCamera(is) {
  if (is.why) { touchCorners(is); return; }
  benchSays(is.text, false, make("img", {class: "ruling", src: "/camera/check.jpg?" + is.number, alt: say("check of the camera")}),
    make("div", {class: "keys"}, make("button", {type: "button", class: "main", id: "use-camera", click: () => confirmBench(is.number, "camera used")}, say("use camera")),
      make("button", {type: "button", click: () => touchCorners(is)}, say("touch corners"))));
  byId("use-camera").focus();
}

// The picture, and the corners that were touched: [x, y] in its pixels; `at`: the one in hand, or the cross of the keys.
function touchCorners(is) {
  const href = "/camera/picture.jpg?" + is.number, size = {w: is.width, h: is.height};
  const svg = make("svg", {id: "corners", viewBox: `0 0 ${size.w} ${size.h}`, tabindex: 0, role: "application", "aria-label": say("corners how")},
    make("image", {href, width: size.w, height: size.h}), make("g", {}));
  const left = make("p", {role: "status", id: "corners-left"}), use = make("button", {type: "button", class: "main", id: "use-corners", disabled: true,
    click: () => lookAtCamera({look: "camera", corners})}, say("use corners"));
  const corners = [], cross = [size.w / 2, size.h / 2];
  let held = null;
  const draw = () => {
    const shown = held || (document.activeElement === svg ? cross : null);
    svg.lastChild.replaceChildren(...corners.map((p) => drawCorner(p, size)), ...(shown ? [drawCross(shown, size), glass(href, shown, size)] : []));
    left.textContent = corners.length < 4 ? say("corners left", {n: 4 - corners.length}) : say("corners all");
    use.disabled = corners.length < 4;
  };
  const placeOf = (e) => { const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse()); return within([p.x, p.y], size); };
  svg.addEventListener("pointerdown", (e) => {
    const p = placeOf(e), reach = HOLD_PX * size.w / svg.getBoundingClientRect().width;
    held = corners.find((c) => Math.hypot(c[0] - p[0], c[1] - p[1]) < reach) || null;
    if (!held && corners.length < 4) corners.push(held = p);
    svg.setPointerCapture(e.pointerId);
    draw();
  });
  svg.addEventListener("pointermove", (e) => { if (held) { [held[0], held[1]] = placeOf(e); draw(); } });
  for (const kind of ["pointerup", "pointercancel"]) svg.addEventListener(kind, () => { if (held) [cross[0], cross[1]] = held; held = null; draw(); });
  for (const kind of ["focus", "blur"]) svg.addEventListener(kind, draw);
  svg.addEventListener("keydown", (e) => {
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key], step = e.shiftKey ? 1 : STEP;
    if (way) [cross[0], cross[1]] = within([cross[0] + step * way[0], cross[1] + step * way[1]], size);
    else if ((e.key === "Enter" || e.key === " ") && corners.length < 4) corners.push([...cross]);
    else if (e.key === "Backspace") corners.pop();
    else return;
    e.preventDefault();
    draw();
  });
  benchSays(is.why || say("corners why"), Boolean(is.why), make("p", {}, say("corners how")), svg, left, make("div", {class: "keys"}, use));
  draw();
  svg.focus();
}

function within(p, size) { return [Math.max(0, Math.min(size.w - 1, p[0])), Math.max(0, Math.min(size.h - 1, p[1]))]; }

function drawCorner(p, size) { return make("circle", {cx: p[0], cy: p[1], r: size.w / 90, class: "corner"}); }

function drawCross(p, size) {
  const far = size.w / 40;
  return make("g", {class: "cross"}, make("line", {x1: p[0] - far, y1: p[1], x2: p[0] + far, y2: p[1]}), make("line", {x1: p[0], y1: p[1] - far, x2: p[0], y2: p[1] + far}));
}

// The place from near, on the side of the picture where the finger is not.
function glass(href, p, size) {
  const wide = GLASS_SHARE * size.w, left = p[0] > size.w / 2 ? 0 : size.w - wide, top = p[1] > size.h / 2 ? 0 : size.h - wide;
  return make("g", {class: "glass"}, make("svg", {x: left, y: top, width: wide, height: wide, viewBox: `${p[0] - GLASS / 2} ${p[1] - GLASS / 2} ${GLASS} ${GLASS}`},
    make("rect", {x: p[0] - GLASS / 2, y: p[1] - GLASS / 2, width: GLASS, height: GLASS}), make("image", {href, width: size.w, height: size.h}),
    make("line", {x1: p[0] - GLASS, y1: p[1], x2: p[0] + GLASS, y2: p[1]}), make("line", {x1: p[0], y1: p[1] - GLASS, x2: p[0], y2: p[1] + GLASS})),
    make("rect", {x: left, y: top, width: wide, height: wide, class: "rim"}));
}

byId("zero-test").onclick = () => lookAtCamera({look: "zero"});
byId("find-camera").onclick = () => lookAtCamera({look: "camera"});
