// How far the referee acts by itself: the umpire sets it for each kind of event, and is told of what he wants to be told of.
"use strict";

const MODES = ["do", "tell", "ask", "off"];
let automation = null; // kind of event: its mode
let toldLine = 0; // the line that the umpire is told of; 0: none

function hearAutomation(line) {
  automation = Object.fromEntries(Object.entries(line).filter(([, mode]) => MODES.includes(mode)));
  drawAutomation();
}

function drawAutomation() {
  const table = byId("modes"), focused = document.activeElement && document.activeElement.dataset.set;
  table.replaceChildren(make("tr", {}, make("th", {}), ...MODES.map((mode) => make("th", {scope: "col", title: say("mode " + mode + " why")}, say("mode " + mode)))));
  for (const [kind, is] of Object.entries(automation || {}))
    table.append(make("tr", {}, make("th", {scope: "row"}, say("kind " + kind)), ...MODES.map((mode) => make("td", {},
      make("button", {type: "button", disabled: !umpire, "data-set": kind + "=" + mode, "aria-pressed": String(is === mode),
        "aria-label": say("kind " + kind) + ": " + say("mode " + mode), click: () => setMode(kind + "=" + mode)}, is === mode ? "●" : "○")))));
  const again = focused && table.querySelector(`[data-set="${focused}"]`);
  if (again) again.focus();
}

// It is shown when the game has taken it.
async function setMode(set) {
  byId("mode-said").textContent = "";
  const done = await post("/say", {word: "automate", set, do: true, id: newId()});
  if (!done.done) byId("mode-said").textContent = say("refused", {text: done.why || done.error || ""});
}

function openAutomation() { drawAutomation(); byId("automation").showModal(); }

// What was carried out though the umpire wants to know of it stays on the page until the next line, or until he has agreed.
function tellEvent(e) {
  toldLine = e && e.told ? e.line : 0;
  byId("told").hidden = !toldLine;
  if (!toldLine) return;
  byId("told-what").textContent = e.text || e.event;
  byId("told-back").replaceChildren(say("undo what", {n: e.line}), make("kbd", {}, "U"));
  drawTold();
}

function drawTold() { byId("told-back").disabled = !umpire; }

byId("told-back").onclick = () => word({word: "amend", line: toldLine, remove: true});
byId("told-seen").onclick = () => tellEvent(null);
