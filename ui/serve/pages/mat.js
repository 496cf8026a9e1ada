// The mat from above, drawn from a position: winks with their names, the upper ones over the lower ones.
"use strict";

const RADIUS_MM = {large: 11, small: 8}, POT_BASE_MM = 38;
// mm; baseline: its distance from the centre (rule 2.3.1).
const MAT = {length: 1828.8, width: 914.4, baseline: 914.4};
// Winks are drawn so many times their size on a whole mat, so that their names can be read; their places are true.
const WINK_SCALE = 2.4;

// position: a line of kind "position". chosen: names of winks (or "pot") to mark. pick(name): one was touched.
function drawMat(svg, position, chosen, pick) {
  svg.replaceChildren();
  const l = MAT.length / 2, w = MAT.width / 2;
  svg.append(make("rect", {x: -l, y: -w, width: 2 * l, height: 2 * w, fill: "none", stroke: "var(--line)", "stroke-width": 4}));
  for (const [x, y] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
    const a = baselineEnds(x, y);
    svg.append(make("line", {x1: a[0], y1: a[1], x2: a[2], y2: a[3], stroke: "var(--line)", "stroke-width": 4}));
  }
  if (!position) return;
  const pot = position.pot || {x: 0, y: 0};
  svg.append(make("circle", {cx: pot.x, cy: -pot.y, r: 24, fill: "none", stroke: "var(--ink)", "stroke-width": 5,
    tabindex: 0, role: "button", "aria-label": say("pot"), click: () => pick("pot")}));
  for (const wink of [...position.winks].sort((a, b) => a.z - b.z)) svg.append(drawWink(wink, chosen.includes(wink.id), pick));
}

// The two ends of the baseline across a corner: it crosses the mat's diagonal, at right angles, 3 feet from the centre.
function baselineEnds(sx, sy) {
  const l = MAT.length / 2, w = MAT.width / 2, level = MAT.baseline * Math.hypot(l, w);
  return [sx * (level - w * w) / l, sy * w, sx * l, sy * (level - l * l) / w];
}

function drawWink(wink, chosen, pick) {
  const r = RADIUS_MM[wink.size] * WINK_SCALE, colour = "var(--" + wink.colour + ")", name = wink.id || "?";
  const g = make("g", {tabindex: 0, role: "button", "aria-label": name, click: () => pick(name),
    keydown: (e) => { if (e.key === "Enter" || e.key === " ") pick(name); }});
  g.append(make("circle", {cx: wink.x, cy: -wink.y, r: r, fill: colour, stroke: chosen ? "var(--ink)" : "var(--card)",
    "stroke-width": chosen ? 6 : 2}));
  const text = make("text", {x: wink.x, y: -wink.y + 8, "text-anchor": "middle",
    fill: wink.colour === "yellow" ? "var(--on-yellow)" : "var(--on-colour)"}, name);
  g.append(text);
  return g;
}

// From rim to rim, or to the pot's foot, in mm with its deviation; null where one of them is not seen.
function gapOf(position, a, b) {
  const at = (name) => name === "pot" ? {x: position.pot.x, y: position.pot.y, r: POT_BASE_MM / 2, s: position.pot.sigma_mm || 0}
    : (() => { const w = position.winks.find((v) => v.id === name);
      return w && {x: w.x, y: w.y, r: RADIUS_MM[w.size], s: w.sigma_mm || 0}; })();
  const p = at(a), q = at(b);
  if (!p || !q) return null;
  return {mm: Math.hypot(p.x - q.x, p.y - q.y) - p.r - q.r, sigma: Math.hypot(p.s, q.s)};
}
