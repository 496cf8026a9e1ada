// What of WCAG 2.2 AA can be computed: run in a page, returns a list of sentences, one for each fault. Debian 12 has no axe-core.
"use strict";

// The colour that lies behind an element: the grounds of it and of those around it, one over the other.
function groundOf(e) {
  const layers = [];
  for (; e; e = e.parentElement) {
    const c = parse(getComputedStyle(e).backgroundColor);
    if (c[3] > 0) layers.push(c);
    if (c[3] === 1) break;
  }
  let under = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
  for (const over of layers.reverse()) under = blend(over, under);
  return under;
}

function parse(text) {
  const n = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const unit = text.startsWith("color(") ? 255 : 1;
  return [n[0] * unit, n[1] * unit, n[2] * unit, n.length > 3 ? n[3] : 1];
}

function blend(over, under) { return [0, 1, 2].map((i) => over[i] * over[3] + under[i] * (1 - over[3])).concat(1); }

function luminance(c) {
  const l = c.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
}

function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function isSeen(e) { return e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && !e.closest(".visually-hidden"); }

function opacityOf(e) { let o = 1; for (; e; e = e.parentElement) o *= Number(getComputedStyle(e).opacity); return o; }

// 1.4.3: 4.5, and 3 for large letters; what is disabled is excepted.
function checkContrast(faults) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let t; (t = texts.nextNode());) {
    const e = t.parentElement;
    if (!t.data.trim() || !isSeen(e) || e.closest(":disabled, script, style")) continue;
    const style = getComputedStyle(e), inPicture = e.ownerSVGElement, size = parseFloat(style.fontSize);
    const ink = parse(inPicture ? style.fill : style.color);
    // A text with a rim stands on its rim.
    const rimmed = inPicture && style.stroke !== "none" && style.paintOrder.startsWith("stroke");
    const ground = rimmed ? parse(style.stroke) : inPicture && e.previousElementSibling ? parse(getComputedStyle(e.previousElementSibling).fill) : groundOf(e);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const is = contrast(blend([...ink.slice(0, 3), ink[3] * opacityOf(e)], ground), ground);
    if (is < (large ? 3 : 4.5)) faults.push(`contrast ${is.toFixed(2)}: "${t.data.trim().slice(0, 40)}" in ${e.tagName} ${e.className}`);
  }
}

// 2.5.8 asks for 24 px; our own pages for 44 where a finger goes. Winks on the mat are as large as they are.
function checkTargets(faults) {
  for (const e of document.querySelectorAll("button, input, select, a[href]")) {
    const r = e.getBoundingClientRect();
    if (isSeen(e) && (r.width < 43.5 || r.height < 43.5)) faults.push(`too small to touch: ${e.id || e.textContent} ${r.width}x${r.height}`);
  }
}

// 4.1.1, 3.1.1, 2.4.2, 1.1.1, 2.4.3, 1.4.10
function checkStructure(faults) {
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`two elements are called ${id}`);
  for (const e of document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls]"))
    for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"])
      for (const id of (e.getAttribute(name) || "").split(" ").filter(Boolean))
        if (!document.getElementById(id)) faults.push(`${name} names ${id}, which is not there`);
  if (!document.documentElement.lang) faults.push("the page has no language");
  if (!document.title) faults.push("the page has no title");
  for (const e of document.querySelectorAll("img:not([alt])")) faults.push(`a picture without words: ${e.src}`);
  for (const e of document.querySelectorAll("[tabindex]")) if (e.tabIndex > 0) faults.push(`an order of its own: ${e.id}`);
  if (document.documentElement.scrollWidth > innerWidth + 1 && !document.body.classList.contains("overlay"))
    faults.push(`wider than the window: ${document.documentElement.scrollWidth} > ${innerWidth}`);
}

const faults = [];
checkContrast(faults);
checkTargets(faults);
checkStructure(faults);
return [...new Set(faults)];
