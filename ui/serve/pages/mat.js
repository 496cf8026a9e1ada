// The mat from above, drawn from a position: winks with their names, the upper ones over the lower ones. It is zoomed with two
// fingers, the wheel or the buttons; a wink is touched, or dragged to where it lies. Nothing is decided here.
"use strict";

const RADIUS_MM = {large: 11, small: 8}, POT_BASE_MM = 38, POT_MM = 24;
// mm; baseline: its distance from the centre (rule 2.3.1).
const MAT = {length: 1828.8, width: 914.4, baseline: 914.4};
// Winks are drawn up to so many times their size on a whole mat, so that their names can be read; their places are true. Those
// that lie free are never drawn so large that they touch another. Seen from nearer all get their true size.
const WINK_SCALE = 2.4;
// On a phone they are drawn still larger, as far as there is room: the radius of a small one, in pixels of the page.
const WINK_PX = 6;
// What shows of the pot's rim around the winks in it, mm.
const POT_RIM_MM = 4;
// The whole mat with a margin, mm; more where a wink lies farther out.
const WHOLE = {x: -960, y: -500, width: 1920, height: 1000};
// A finger that moves less, in pixels of the page, has touched and not dragged.
const TOUCH_PX = 8;
// The height of what is written beside winks, in pixels of the page.
const LABEL_PX = 13;
// A wink that is put back so near its place needs no more moving: nobody places it better.
const PLACED_MM = 0.5;

// on: pick(name) for a touch; drop(name, {x, y}) for a drag, in mm of the mat.
function openMat(svg, on) {
  const layers = ["ground", "winks", "ghosts", "hand"].map((name) => make("g", {class: name}));
  const mat = {svg, layers, on, whole: WHOLE, view: {...WHOLE}, position: null, chosen: [], targets: null, fingers: new Map(), held: null};
  svg.append(...layers);
  drawGround(layers[0]);
  svg.addEventListener("pointerdown", (e) => fingerDown(mat, e));
  svg.addEventListener("pointermove", (e) => fingerMoves(mat, e));
  for (const kind of ["pointerup", "pointercancel"]) svg.addEventListener(kind, (e) => fingerUp(mat, e));
  svg.addEventListener("wheel", (e) => { e.preventDefault(); zoomMat(mat, Math.exp(-e.deltaY / 400), pointAt(mat, e)); }, {passive: false});
  svg.addEventListener("keydown", (e) => keyOnMat(mat, e));
  return mat;
}

function drawGround(layer) {
  const l = MAT.length / 2, w = MAT.width / 2;
  layer.append(make("rect", {x: -l, y: -w, width: 2 * l, height: 2 * w, class: "line"}));
  for (const [x, y] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
    const a = baselineEnds(x, y);
    layer.append(make("line", {x1: a[0], y1: a[1], x2: a[2], y2: a[3], class: "line"}));
  }
}

// The two ends of the baseline across a corner: it crosses the mat's diagonal, at right angles, 3 feet from the centre.
function baselineEnds(sx, sy) {
  const l = MAT.length / 2, w = MAT.width / 2, level = MAT.baseline * Math.hypot(l, w);
  return [sx * (level - w * w) / l, sy * w, sx * l, sy * (level - l * l) / w];
}

function widthOf(mat) { return mat.svg.getBoundingClientRect().width || WHOLE.width; }

function winkScaleOnWhole(mat) { return Math.max(WINK_SCALE, WINK_PX / RADIUS_MM.small * WHOLE.width / widthOf(mat)); }

function winkScale(mat) { return Math.max(1, winkScaleOnWhole(mat) * mat.view.width / mat.whole.width); }

// The whole, so wide that each wink is seen whole, too; of one shape whatever lies there.
function wholeOf(mat, position) {
  const scale = winkScaleOnWhole(mat);
  const beyond = (w) => Math.max(...[[w.x, WHOLE.width], [w.y, WHOLE.height]].map(([at, wide]) => 2 * Math.abs(at) / (wide - 2 * scale * RADIUS_MM[w.size])));
  const times = Math.max(1, ...((position && position.winks) || []).map(beyond));
  return {x: times * WHOLE.x, y: times * WHOLE.y, width: times * WHOLE.width, height: times * WHOLE.height};
}

// Who sees the whole mat goes on seeing the whole.
function fitWhole(mat, position) {
  const was = mat.whole;
  mat.whole = wholeOf(mat, position);
  if (mat.whole.width === was.width || mat.view.width !== was.width) return;
  mat.view = {...mat.whole};
  showView(mat);
}

function showView(mat) { const v = mat.view; mat.svg.setAttribute("viewBox", [v.x, v.y, v.width, v.height].join(" ")); }

// position: a line of kind "position". chosen: names of winks (or "pot") to mark. targets: where winks belong ({id, x, y}), or null.
function drawMat(mat, position, chosen, targets) {
  Object.assign(mat, {position, chosen, targets});
  fitWhole(mat, position);
  const focused = mat.layers[1].contains(document.activeElement) ? document.activeElement.dataset.name : null;
  mat.layers[1].replaceChildren();
  mat.layers[2].replaceChildren();
  if (!position) return;
  const pot = potOf(position);
  mat.potRadius = potRadius(mat, position.winks, pot);
  mat.radii = drawnRadii(mat, position, pot);
  mat.layers[1].append(touchable(mat, "pot", say("pot"), make("circle", {cx: pot.x, cy: -pot.y, r: mat.potRadius, class: "pot"})));
  const rising = [...position.winks].sort((a, b) => a.z - b.z);
  rising.forEach((wink, i) => mat.layers[1].append(drawWink(mat, wink, rising.slice(i + 1))));
  // One stop for the Tab key; arrows go on from there.
  const all = [...mat.layers[1].children];
  const stop = all.find((g) => g.dataset.name === (focused || chosen[0])) || all[0];
  if (stop) stop.setAttribute("tabindex", "0");
  if (focused && stop) stop.focus();
  const labels = [];
  for (const target of targets || []) drawGhost(mat, target, labels);
}

function potOf(position) { return position.pot || {x: 0, y: 0}; }

// The pot is drawn so wide that its rim shows around the winks in it, as far as those beside it leave room.
function potRadius(mat, winks, pot) {
  const scale = winkScale(mat), far = (w) => Math.hypot(w.x - pot.x, w.y - pot.y), within = (w) => w.place === "pot";
  const wanted = winks.filter(within).map((w) => far(w) + RADIUS_MM[w.size] * scale + POT_RIM_MM);
  const room = winks.filter((w) => !within(w)).map((w) => far(w) - RADIUS_MM[w.size]);
  return Math.max(POT_MM, Math.min(Math.max(...wanted), ...room));
}

// Whether one of two winks lies over the other, as it is seen or as the record has it.
function squops(position, a, b) {
  const seen = (position.squops || []).some((q) => q.probability >= 0.5 &&
    [[a, b], [b, a]].some(([over, under]) => position.winks[q.over] === over && position.winks[q.under] === under));
  return seen || squopsOf(a.id).some((pair) => pair.includes(b.id));
}

// Of each wink the radius with which it is drawn, mm. Two that lie on each other are enlarged alike.
function drawnRadii(mat, position, pot) {
  const all = position.winks, R = (w) => RADIUS_MM[w.size], most = winkScale(mat), apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  const scales = all.map((w) => Math.min(most, (w.place === "pot" ? mat.potRadius - POT_RIM_MM - apart(w, pot) : apart(w, pot) - mat.potRadius) / R(w)));
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b, k) => [i, i + 1 + k, a, b]));
  const piled = pairs.filter(([, , a, b]) => squops(position, a, b) || (a.place === "pot" && b.place === "pot"));
  for (const [i, k, a, b] of pairs.filter((pair) => !piled.includes(pair)))
    for (const one of [i, k]) scales[one] = Math.min(scales[one], apart(a, b) / (R(a) + R(b)));
  for (let more = true; more;) {
    more = false;
    for (const [i, k] of piled.filter(([m, n]) => scales[m] !== scales[n])) {
      scales[i] = scales[k] = Math.min(scales[i], scales[k]);
      more = true;
    }
  }
  return new Map(all.map((w, i) => [w, R(w) * Math.max(1, scales[i])]));
}

function touchable(mat, name, label, ...children) {
  return make("g", {"data-name": name, tabindex: -1, role: "button", "aria-label": label, "aria-pressed": String(mat.chosen.includes(name)),
    class: mat.chosen.includes(name) ? "wink chosen" : "wink"}, ...children);
}

function winkLabel(wink) {
  const over = squopsOf(wink.id).map(([upper, lower]) => say("over", {a: upper, b: lower}));
  return [wink.id || "?", say(wink.colour), ...over].join(", ");
}

// Where a wink's name is seen best: in its middle, else where those that are drawn over it leave most of it free, else beside it.
function placeOfName(mat, wink, upper) {
  const r = mat.radii.get(wink), round = Array.from({length: 12}, (_, i) => i * Math.PI / 6);
  const free = (p, of = upper) => Math.min(...of.map((u) => Math.hypot(p.x - u.x, p.y - u.y) - mat.radii.get(u)));
  // Two letters fill a wink that is drawn small.
  const half = r / 2, middle = {x: wink.x, y: wink.y, size: Math.min(r * 1.25, RADIUS_MM[wink.size] * winkScale(mat) * 0.95)};
  if (free(middle) >= half) return middle;
  const around = (far, more) => round.map((a) => ({x: wink.x + far * Math.cos(a), y: wink.y + far * Math.sin(a), size: r * 0.7, ...more}));
  const most = (places, of) => places.reduce((best, p) => free(p, of) > free(best, of) ? p : best);
  const within = most(around(half));
  return free(within) > half / 2 ? within : most(around(r + half, {beside: true, size: r * 0.95}), mat.position.winks);
}

function drawWink(mat, wink, upper) {
  const r = mat.radii.get(wink), name = placeOfName(mat, wink, upper);
  return touchable(mat, wink.id || "?", winkLabel(wink),
    make("circle", {cx: wink.x, cy: -wink.y, r: r, fill: "var(--" + wink.colour + ")"}),
    make("text", {x: name.x, y: -name.y + name.size * 0.35, "text-anchor": "middle", "font-size": name.size, class: name.beside ? "rimmed" : null,
      fill: name.beside ? "var(--ink)" : wink.colour === "yellow" ? "var(--on-yellow)" : "var(--on-colour)"}, wink.id || "?"));
}

// Where a text about a ghost covers least: above it, below it or beside it, within what is seen of the mat.
function placeOfLabel(mat, target, r, size, text, labels) {
  const v = mat.view, width = 0.66 * size * text.length, height = 1.3 * size;
  const within = (at, low, high) => Math.max(low, Math.min(high, at));
  const box = (x, y) => ({x: within(x, v.x + width / 2, v.x + v.width - width / 2), y: within(y, v.y + height / 2, v.y + v.height - height / 2), w: width / 2, h: height / 2});
  const discs = mat.position.winks.map((w) => ({x: w.x, y: -w.y, w: mat.radii.get(w), h: mat.radii.get(w)}));
  const shared = (a, b) => Math.max(0, a.w + b.w - Math.abs(a.x - b.x)) * Math.max(0, a.h + b.h - Math.abs(a.y - b.y));
  const covers = (a) => [...discs, ...labels, {x: target.x, y: -target.y, w: r, h: r}].reduce((sum, b) => sum + shared(a, b), 0);
  const places = [];
  for (const far of [r + size, r + 2.2 * size, r + 3.4 * size])
    places.push(box(target.x, -target.y - far), box(target.x, -target.y + far), box(target.x + far + width / 2, -target.y), box(target.x - far - width / 2, -target.y));
  return places.reduce((best, a) => covers(a) < covers(best) ? a : best);
}

// Where a wink belongs: a dashed rim, and an arrow with what is missing to it in mm. Both go when it lies there.
function drawGhost(mat, target, labels) {
  const wink = mat.position.winks.find((w) => w.id === target.id), r = wink ? mat.radii.get(wink) : RADIUS_MM[sizeOf(target.id)];
  const mm = wink ? Math.hypot(wink.x - target.x, wink.y - target.y) : NaN;
  if (mm <= PLACED_MM) return;
  // A text must be read on a telephone as on a screen.
  const size = LABEL_PX * mat.view.width / widthOf(mat);
  const text = target.id + (wink ? " " + mm.toFixed(1) + " mm" : ""), label = placeOfLabel(mat, target, r, size, text, labels);
  labels.push(label);
  mat.layers[2].append(make("circle", {cx: target.x, cy: -target.y, r: r, class: "ghost"}));
  if (wink) mat.layers[2].append(make("line", {x1: wink.x, y1: -wink.y, x2: target.x, y2: -target.y, class: "arrow", "marker-end": "url(#head)"}));
  mat.layers[2].append(make("text", {x: label.x, y: label.y + size * 0.35, "text-anchor": "middle", "font-size": size, class: "mm rimmed"}, text));
}

// ---- Fingers ----

function pointAt(mat, e) {
  const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(mat.svg.getScreenCTM().inverse());
  return {x: p.x, y: -p.y};
}

function setView(mat, x, y, width) {
  const v = mat.view, whole = mat.whole;
  v.width = Math.min(whole.width, Math.max(80, width));
  v.height = v.width * whole.height / whole.width;
  v.x = Math.min(whole.x + whole.width - v.width, Math.max(whole.x, x));
  v.y = Math.min(whole.y + whole.height - v.height, Math.max(whole.y, y));
  showView(mat);
  drawMat(mat, mat.position, mat.chosen, mat.targets);
}

// at: the point of the mat that stays where it is; none: the middle of what is seen.
function zoomMat(mat, times, at) {
  const v = mat.view, p = at || {x: v.x + v.width / 2, y: -(v.y + v.height / 2)}, width = Math.min(mat.whole.width, Math.max(80, v.width / times));
  const share = width / v.width;
  setView(mat, p.x - (p.x - v.x) * share, -p.y - (-p.y - v.y) * share, width);
}

// Of winks that are drawn over one another the one is meant whose middle is nearest.
function touchedAt(mat, p) {
  const far = (name) => { const at = placeOf(mat.position, name); return Math.hypot(p.x - at.x, p.y - at.y); };
  return ["pot", ...mat.position.winks.map((w) => w.id).filter(Boolean)].sort((a, b) => far(a) - far(b))[0];
}

function fingerDown(mat, e) {
  const name = e.target.closest("[data-name]") ? touchedAt(mat, pointAt(mat, e)) : null;
  mat.fingers.set(e.pointerId, {x: e.clientX, y: e.clientY});
  mat.held = mat.fingers.size === 1 ? {name, x: e.clientX, y: e.clientY, view: {...mat.view}, moved: false} : null;
  mat.svg.setPointerCapture(e.pointerId);
}

function fingerMoves(mat, e) {
  const before = mat.fingers.get(e.pointerId);
  if (!before) return;
  const others = [...mat.fingers].filter(([id]) => id !== e.pointerId).map(([, f]) => f);
  mat.fingers.set(e.pointerId, {x: e.clientX, y: e.clientY});
  if (others.length) {
    const apart = (a) => Math.max(1, Math.hypot(a.x - others[0].x, a.y - others[0].y));
    zoomMat(mat, apart({x: e.clientX, y: e.clientY}) / apart(before), pointAt(mat, {clientX: (e.clientX + others[0].x) / 2, clientY: (e.clientY + others[0].y) / 2}));
  } else if (mat.held) {
    mat.held.moved = mat.held.moved || Math.hypot(e.clientX - mat.held.x, e.clientY - mat.held.y) > TOUCH_PX;
    if (mat.held.moved) dragOrPan(mat, e);
  }
}

function dragOrPan(mat, e) {
  const held = mat.held, wink = mat.position && mat.position.winks.find((w) => w.id === held.name);
  if (wink) {
    const p = pointAt(mat, e);
    mat.layers[3].replaceChildren(make("circle", {cx: p.x, cy: -p.y, r: mat.radii.get(wink), fill: "var(--" + wink.colour + ")", opacity: 0.7}));
  } else if (!held.name) {
    const mmPerPx = mat.view.width / mat.svg.getBoundingClientRect().width;
    setView(mat, held.view.x - (e.clientX - held.x) * mmPerPx, held.view.y - (e.clientY - held.y) * mmPerPx, mat.view.width);
  }
}

function fingerUp(mat, e) {
  const held = mat.held;
  mat.fingers.delete(e.pointerId);
  mat.layers[3].replaceChildren();
  mat.held = null;
  if (!held || !held.name || e.type === "pointercancel") return;
  if (held.moved) mat.on.drop(held.name, pointAt(mat, e));
  else mat.on.pick(held.name);
}

// Arrows go to the nearest wink in their direction.
function keyOnMat(mat, e) {
  const from = e.target.dataset && e.target.dataset.name, way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[e.key];
  if (!from || !mat.position) return;
  if (e.key === "Enter" || e.key === " ") { e.preventDefault(); mat.on.pick(from); }
  if (!way) return;
  e.preventDefault();
  const at = placeOf(mat.position, from);
  const far = (p) => { const dx = p.x - at.x, dy = p.y - at.y, ahead = dx * way[0] + dy * way[1];
    return ahead > 0 ? ahead + 2 * Math.abs(dx * way[1]) + 2 * Math.abs(dy * way[0]) : Infinity; };
  const names = ["pot", ...mat.position.winks.map((w) => w.id)].filter((name) => name && name !== from);
  const next = names.sort((a, b) => far(placeOf(mat.position, a)) - far(placeOf(mat.position, b)))[0];
  const g = next && far(placeOf(mat.position, next)) < Infinity && mat.layers[1].querySelector(`[data-name="${next}"]`);
  if (!g) return;
  e.target.setAttribute("tabindex", "-1");
  g.setAttribute("tabindex", "0");
  g.focus();
}

// ---- What lies where ----

// A wink's middle and radius, or the foot of the pot; null where it is not seen.
function placeOf(position, name) {
  if (name === "pot") return {...(position.pot || {x: 0, y: 0}), r: POT_BASE_MM / 2, s: (position.pot && position.pot.sigma_mm) || 0};
  const w = position.winks.find((v) => v.id === name);
  return w ? {x: w.x, y: w.y, r: RADIUS_MM[w.size], s: w.sigma_mm || 0} : null;
}

// From rim to rim, or to the pot's foot, in mm with its deviation; null where one of them is not seen.
function gapOf(position, a, b) {
  const p = placeOf(position, a), q = placeOf(position, b);
  if (!p || !q) return null;
  return {mm: Math.hypot(p.x - q.x, p.y - q.y) - p.r - q.r, sigma: Math.hypot(p.s, q.s)};
}

// What lies at a place: "off" the mat, in the "pot", a wink's name, or null for the felt. except: the wink that is dragged.
function whatLiesAt(mat, p, except) {
  if (Math.abs(p.x) > MAT.length / 2 || Math.abs(p.y) > MAT.width / 2) return "off";
  const pot = placeOf(mat.position, "pot");
  if (Math.hypot(p.x - pot.x, p.y - pot.y) < POT_MM) return "pot";
  const near = mat.position.winks.filter((w) => w.id && w.id !== except)
    .map((w) => ({id: w.id, d: Math.hypot(p.x - w.x, p.y - w.y) / mat.radii.get(w)})).sort((a, b) => a.d - b.d)[0];
  return near && near.d < 1.3 ? near.id : null;
}
