// A phone as the camera: opens it, holds its settings, sends what it sees, and helps to hang it over the mat. One picture is under
// way at a time while the next is made; what the camera gives meanwhile is dropped, and counted.
"use strict";

// Pictures a second while the game is watched, and while the phone is hung; the size that is asked for; of the JPEGs.
const RATE = 15, RATE_HANGING = 3, WIDTH = 1920, HEIGHT = 1080, QUALITY = 0.9;
// Milliseconds: until the camera has found its light and focus, which are then held; between looks at how it hangs; after which
// a picture that is not answered is given up; before a camera or a server that is lost is tried again.
const SETTLE_MS = 2000, LOOK_MS = 700, ANSWER_MS = 4000, AGAIN_MS = 1000;

const video = byId("video"), canvas = document.createElement("canvas");
let track = null, phone = sessionStorage.getItem("phone"), playing = false, wanted = false;
let isNew = true; // the page was loaded just now: whether its phone played before is the server's to say, and later its own
let number = 0, sent = 0, dropped = 0, dueAt = 0, making = false, waiting = null, sending = false, torch = false;
const lately = [];  // when the last pictures were taken in, for the rate that is shown

// ---- What is said ----

function fault(key, with_) {
  byId("faults").replaceChildren(...(key ? [make("p", {}, say(key, with_))] : []));
  byId("faults").hidden = !key;
}

function link(is) {
  byId("link").textContent = say(is ? "connected" : "phone lost");
  byId("link").classList.toggle("lost", !is);
}

function show(part) {
  for (const id of ["start", "hang", "dark"]) byId(id).hidden = id !== part;
  document.body.classList.toggle("watches", part === "dark");
}

function tellCounts() {
  const now = performance.now();
  while (lately.length && now - lately[0] > 3000) lately.shift();
  const text = say("phone sent", {rate: (lately.length / 3).toFixed(1), sent, dropped, size: video.videoWidth + "\u00a0×\u00a0" + video.videoHeight});
  byId("sent").textContent = byId("sent-hanging").textContent = text;
}

// ---- The server ----

const LOST = "lost"; // the name of the error where squint cannot be reached

function reached(answer) {
  if (!answer.status) throw Object.assign(new Error(answer.error), {name: LOST});
  return answer;
}

// The link in the QR code carries the code behind the #, which no server sees. A page that is loaded anew has the cookie.
async function logIn() {
  const code = decodeURIComponent(location.hash.slice(1));
  const me = reached(await ask("/me"));
  if (me.umpire) return true;
  return code !== "" && reached(await post("/login", {code})).umpire === true;
}

// Tells the server that this phone is the camera; false where it may not be.
async function beginAsCamera(instead) {
  if (!await logIn()) { fault("phone no code"); return false; }
  const answer = reached(await post("/phone/begin", {phone, instead}));
  byId("instead").hidden = answer.status !== 409;
  if (answer.status === 409) fault("phone other");
  else if (answer.status !== 200) fault("phone refused", {why: answer.error || answer.status});
  if (answer.status !== 200) return false;
  phone = answer.phone;
  sessionStorage.setItem("phone", phone);
  if (isNew) playing = answer.played === true;
  isNew = false;
  fault(null);
  link(true);
  return true;
}

// At rest until it is asked for again; the fault that is shown says why.
function standDown() {
  wanted = false;
  stopCamera();
  show("start");
}

// Somebody else is the camera now.
function giveWay() {
  playing = false;
  standDown();
  byId("instead").hidden = false;
  fault("phone other");
}

function faultOf(why) {
  return {NotAllowedError: "phone not allowed", NotFoundError: "phone no camera", [LOST]: "phone lost why"}[why.name] || "phone camera lost";
}

// ---- The camera ----

function stopCamera() {
  if (track) track.stop();
  track = null;
  video.srcObject = null;
}

async function openCamera() {
  stopCamera();
  const stream = await navigator.mediaDevices.getUserMedia({audio: false, video: {facingMode: {ideal: "environment"},
    width: {ideal: WIDTH}, height: {ideal: HEIGHT}, frameRate: {ideal: 30}, resizeMode: {ideal: "none"}}});
  track = stream.getVideoTracks()[0];
  track.onended = lose;
  video.srcObject = stream;
  await video.play();
  showTorch();
  setTimeout(lockSettings, SETTLE_MS, track);
  watchFrames(track);
}

// Each setting by itself: a browser that refuses one may hold the others. Without the value that it has now a manual setting would
// take any.
const SETTINGS = [["exposureMode", "exposureTime", "iso"], ["focusMode", "focusDistance"], ["whiteBalanceMode", "colorTemperature"]];
async function lockSettings(of) {
  if (of !== track || !of.getCapabilities) return;
  const can = of.getCapabilities(), held = [], free = [];
  for (const [mode, ...values] of SETTINGS) {
    const now = of.getSettings(), want = {[mode]: "manual"};
    for (const value of values) if (now[value] !== undefined) want[value] = now[value];
    const may = (can[mode] || []).includes("manual") && await of.applyConstraints({advanced: [want]}).then(() => true, () => false);
    (may && of.getSettings()[mode] === "manual" ? held : free).push(say("phone " + mode));
  }
  byId("locks").textContent = (held.length ? say("phone held", {what: held.join(", ")}) + " " : "") + (free.length ? say("phone free", {what: free.join(", ")}) : "");
}

function showTorch() {
  const there = Boolean(track.getCapabilities && track.getCapabilities().torch);
  for (const b of document.querySelectorAll(".torch")) b.hidden = !there;
  if (torch) setTorch(true);
}

async function setTorch(on) {
  torch = on && await track.applyConstraints({advanced: [{torch: on}]}).then(() => true, () => false);
  if (!on) await track.applyConstraints({advanced: [{torch: false}]}).catch(() => {});
  for (const b of document.querySelectorAll(".torch")) b.textContent = say(torch ? "phone torch off" : "phone torch on");
}

// The screen must not sleep: a phone whose screen is dark has no camera.
async function stayAwake() {
  if (navigator.wakeLock && !document.hidden) await navigator.wakeLock.request("screen").catch(() => {});
}

// The camera is gone, or the page was hidden: it is opened again as long as it is wanted.
function lose() {
  if (!wanted) return;
  stopCamera();
  fault("phone camera lost");
  setTimeout(comeBack, AGAIN_MS);
}

async function comeBack() {
  if (!wanted || document.hidden || track) return;
  try {
    if (!await beginAsCamera(false)) { standDown(); return; }
    await openCamera();
    await stayAwake();
  } catch (why) {
    fault(faultOf(why));
    setTimeout(comeBack, AGAIN_MS);
  }
}

document.addEventListener("visibilitychange", () => {
  if (!wanted) return;
  if (document.hidden) { fault("phone was hidden"); stopCamera(); }
  else { stayAwake(); comeBack(); }
});

// ---- Its pictures ----

function watchFrames(of) {
  const next = (now, about) => {
    if (of !== track) return;
    take(about && about.captureTime ? about.captureTime : now);
    again();
  };
  const again = () => video.requestVideoFrameCallback ? video.requestVideoFrameCallback(next) : requestAnimationFrame(next);
  again();
}

// A picture of the camera, taken at a time of this page's clock (milliseconds). Those between the ones that are wanted are no loss.
// While one is made, the next cannot be; while one waits for the network, the newer one takes its place.
function take(at) {
  const step = 1000 / (playing ? RATE : RATE_HANGING);
  if (at < dueAt - step / 4) return;
  dueAt = Math.max(dueAt + step, at);
  number++;
  if (making) { dropped++; return; }
  making = true;
  const mine = number;
  if (canvas.width !== video.videoWidth || canvas.height !== video.videoHeight) { canvas.width = video.videoWidth; canvas.height = video.videoHeight; }
  canvas.getContext("2d", {alpha: false}).drawImage(video, 0, 0);
  canvas.toBlob((jpeg) => {
    making = false;
    if (!jpeg) { dropped++; return; }
    if (waiting) dropped++;
    waiting = {jpeg, at, number: mine};
    if (!sending) sendAll();
  }, "image/jpeg", QUALITY);
}

async function sendAll() {
  sending = true;
  while (waiting && wanted) {
    const one = waiting;
    waiting = null;
    await send(one);
    tellCounts();
  }
  sending = false;
}

async function send(one) {
  const way = new URLSearchParams({phone, n: one.number, t: (one.at / 1000).toFixed(6), play: playing ? 1 : 0});
  try {
    const answer = await fetch("/phone/picture?" + way, {method: "POST", body: one.jpeg, headers: {"Content-Type": "image/jpeg"},
      signal: AbortSignal.timeout ? AbortSignal.timeout(ANSWER_MS) : undefined});
    if (answer.ok) { sent++; lately.push(performance.now()); fault(null); link(true); return; }
    dropped++;
    if (answer.status === 409) giveWay();
    else if (answer.status === 401) { if (!await beginAsCamera(false)) standDown(); }
    else fault("phone refused", {why: (await answer.json().catch(() => ({}))).error || answer.status});
  } catch (why) {
    dropped++;
    link(false);
    fault("phone lost why");
    await new Promise((go) => setTimeout(go, AGAIN_MS));
    await beginAsCamera(false).catch(() => {});
  }
}

// ---- Hanging it ----

const cm = (mm) => Math.max(1, Math.round(Math.abs(mm) / 10));

// What a hand is to do, the first thing first: a tilt changes all that follows.
function adviceOf(h) {
  if (h.found === undefined) return [say("phone looking")];
  if (!h.found) return [say("phone no mat")];
  const out = [], [rx, ry] = h.raise, [mx, my] = h.move_mm;
  if (h.tilt_deg) out.push(say(Math.abs(rx) > Math.abs(ry) ? (rx > 0 ? "phone tilt right" : "phone tilt left") : (ry > 0 ? "phone tilt lower" : "phone tilt upper"), {deg: h.tilt_deg}));
  if (h.turn_deg) out.push(say(h.turn_deg > 0 ? "phone turn clockwise" : "phone turn counter", {deg: Math.abs(h.turn_deg)}));
  if (Math.abs(mx) >= Math.abs(my) && mx) out.push(say(mx > 0 ? "phone move right" : "phone move left", {cm: cm(mx)}));
  else if (my) out.push(say(my > 0 ? "phone move down" : "phone move up", {cm: cm(my)}));
  if (h.raise_mm) out.push(say(h.raise_mm > 0 ? "phone raise" : "phone lower", {cm: cm(h.raise_mm)}));
  if (!h.sharp) out.push(say("phone not sharp"));
  if (!h.light) out.push(say("phone not light"));
  return out.length ? out : [say("phone well")];
}

function drawHanging(h) {
  const checks = [["phone check mat", h.found], ["phone check level", h.found && !h.tilt_deg], ["phone check straight", h.found && !h.turn_deg],
    ["phone check place", h.found && !h.move_mm[0] && !h.move_mm[1]], ["phone check height", h.found && !h.raise_mm], ["phone check sharp", h.found && h.sharp],
    ["phone check light", h.found && h.light]];
  byId("advice").textContent = video.videoHeight > video.videoWidth ? say("phone upright") : adviceOf(h)[0];
  byId("checks").replaceChildren(...checks.map(([key, well]) => make("li", {class: well ? "well" : ""}, say(key))));
  byId("seen").setAttribute("viewBox", `0 0 ${h.width || 16} ${h.height || 9}`);
  byId("outline").setAttribute("points", (h.outline || []).map((p) => p.join(",")).join(" "));
  document.body.classList.toggle("well", Boolean(h.well));
}

async function lookHowItHangs() {
  if (!wanted || playing || document.hidden) return;
  const answer = await fetch("/phone/hanging").catch(() => null);
  if (answer && answer.ok) drawHanging(await answer.json());
}
setInterval(lookHowItHangs, LOOK_MS);
setInterval(() => { if (wanted) tellCounts(); }, LOOK_MS);

// ---- What is touched ----

// A touch is what browsers ask for before they give the camera, and a full screen.
async function start(instead) {
  if (!navigator.mediaDevices) { fault("phone not secure"); return; }
  byId("begin").disabled = true;
  try {
    if (!await beginAsCamera(instead)) return;
    wanted = true;
    show(playing ? "dark" : "hang");
    await openCamera();
    await stayAwake();
    if (screen.orientation && screen.orientation.lock && document.documentElement.requestFullscreen && innerWidth < innerHeight)
      await document.documentElement.requestFullscreen().then(() => screen.orientation.lock("landscape")).catch(() => {});
  } catch (why) {
    standDown();
    fault(faultOf(why));
  } finally {
    byId("begin").disabled = false;
  }
}

byId("begin").onclick = () => start(false);
byId("instead").onclick = () => start(true);
byId("play").onclick = () => { playing = true; dueAt = 0; show("dark"); };
byId("again").onclick = () => { playing = false; dueAt = 0; show("hang"); };
for (const b of document.querySelectorAll(".torch")) b.onclick = () => setTorch(!torch);
sayAll();
show("start");
if (!navigator.mediaDevices) fault("phone not secure");
