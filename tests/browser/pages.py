"""What the browser tests share: a game by a camera that the test moves on, and a browser whose touches are counted.

Exits with 77, which ctest shows as skipped, where Debian's chromium, chromium-driver or python3-selenium is not installed."""
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from mjpeg_camera import MjpegCamera

SKIPPED = 77
PATIENCE_S = 60  # under sanitizers, on a machine that does much else


def skip(why):
    print(f"skipped: {why}; install chromium, chromium-driver and python3-selenium")
    sys.exit(SKIPPED)


try:
    from selenium import webdriver
    from selenium.common.exceptions import ElementNotInteractableException, StaleElementReferenceException, WebDriverException
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    skip("there is no selenium")
DRIVER, CHROMIUM = shutil.which("chromedriver"), shutil.which("chromium")
if not DRIVER or not CHROMIUM:
    skip("there is no chromium, or no driver of it")

SQUINT, GAME, RESTS = sys.argv[1:4]


def lines_of(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.endswith("\n")]


def picture(rest):
    return f"{RESTS}/{rest:02}.jpg"


def start_position(rest, turn, path):
    """The sample game as it truly lay at a rest: a game that is taken up there needs no squidge-off."""
    truth = [line for line in lines_of(f"{GAME}/game.truth.jsonl") if line["type"] == "rest"][rest]
    winks = [{"id": w["id"], "colour": w["colour"], "size": "large" if w["diameter_mm"] > 20 else "small",
              "x": w["x"], "y": w["y"], "z": w["z"], "normal": w["normal"], "place": w["place"], "sigma_mm": 0.1, "seen": 1}
             for w in truth["winks"]]
    number = {w["id"]: i for i, w in enumerate(winks)}
    squops = [{"over": number[w["id"]], "under": number[other], "probability": 1, "gap_mm": -3, "sigma_mm": 0.1, "call": "squopped"}
              for w in truth["winks"] for other in w["over"]]
    with open(path, "w", encoding="utf-8") as f:
        json.dump({"type": "position", "version": 1, "width": 1920, "height": 1080, "t": 0, "pot": {"x": 0, "y": 0, "sigma_mm": 0.1}, "winks": winks, "squops": squops,
                   "regions": [], "set": {"event": "set", "squidge_off": "red", "turn": turn, "elapsed_s": 30}}, f)


def until(what, holds, patience=PATIENCE_S):
    """Waits until it holds, and returns what it gave."""
    end = time.monotonic() + patience
    while True:
        got = holds()
        if got:
            return got
        assert time.monotonic() < end, f"not within {patience} s: {what}"
        time.sleep(0.02)


class Referee:
    """squint referee --serve over a camera that shows one rest after the other, or over another source."""

    def __init__(self, rest=11, turn="green", options=(), first=None, source=None):
        self.folder = tempfile.mkdtemp()
        self.out = f"{self.folder}/game"
        self.phone = None if source else MjpegCamera(first or picture(rest))
        start_position(rest, turn, f"{self.folder}/from.json")
        self.address = "0"
        self.options = options
        self.start("--from", f"{self.folder}/from.json", source or self.phone.url)

    def start(self, *what):
        self.told = open(f"{self.folder}/told", "w+", encoding="utf-8")
        self.run = subprocess.Popen([SQUINT, "referee", "--out", self.out, f"--serve={self.address}", *self.options, *what],
                                    stdout=self.told, stderr=subprocess.STDOUT)
        address = until("the address of the pages", lambda: self.run.poll() is not None or re.search(r"(http\S+)#(\S+)", self.text()))
        assert address is not True, self.text()
        self.url, self.code = address.groups()
        self.address = re.search(r":(\d+)/", self.url)[1]

    def text(self):
        with open(f"{self.folder}/told", encoding="utf-8") as f:
            return f.read()

    def resume(self):
        self.start("--resume")

    def record(self):
        return lines_of(f"{self.out}/game.jsonl") if os.path.exists(f"{self.out}/game.jsonl") else []

    def wait_for_line(self, n):
        return until(f"line {n} of the record", lambda: len(self.record()) >= n and self.record()[n - 1])

    def end(self, by=signal.SIGINT):
        if self.run.poll() is None:
            self.run.send_signal(signal.SIGCONT)
            self.run.send_signal(by)
        status = self.run.wait()
        self.told.close()
        return status

    def close(self):
        self.end(signal.SIGKILL)
        if self.phone:
            self.phone.close()
        shutil.rmtree(self.folder)


class Browser:
    """One window. touches and keys count what a person does."""

    def __init__(self, width=1024, height=768, dark=False, extra=()):
        options = Options()
        options.binary_location = CHROMIUM
        for option in ("--headless=new", "--disable-gpu", "--lang=en", f"--window-size={width},{height}", "--hide-scrollbars",
                       "--ignore-certificate-errors", *extra,
                       *(["--no-sandbox"] if os.geteuid() == 0 else []), *(["--force-dark-mode"] if dark else [])):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.is_ = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.is_.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                 {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.is_.set_script_timeout(PATIENCE_S)
        self.touches = self.keys = 0

    def size(self, width, height):
        self.is_.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                 {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def open(self, url):
        self.is_.get(url)

    def run(self, script, *arguments):
        return self.is_.execute_script(script, *arguments)

    def find(self, css, text=""):
        """The first element that is seen, and whose text holds these words; null where there is none."""
        return self.run("""for (const e of document.querySelectorAll(arguments[0]))
            if (e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && (e.innerText ?? e.textContent).includes(arguments[1])) return e;
            return null""", css, text)

    def text(self, css):
        """What the first element that is seen says; "" where there is none."""
        return self.run("""for (const e of document.querySelectorAll(arguments[0])) if (e.checkVisibility()) return e.innerText; return """"", css)

    def watch_link(self):
        """From now on the page notes when its server goes and comes, by the clock that this test has too: the driver's way to the
        page counts for nothing."""
        self.run("""window.linkTimes = [];
            new MutationObserver(() => linkTimes.push([byId("link").matches(".lost"), (performance.timeOrigin + performance.now()) / 1000]))
                .observe(byId("link"), {attributeFilter: ["class"]})""")

    def link_time(self, lost, after):
        """When the server went (or came) first after a moment, seconds of time.time()."""
        return until("the server has gone" if lost else "the server has come back", lambda: self.run(
            "return (linkTimes.find(([lost, at]) => lost === arguments[0] && at > arguments[1]) || [])[1]", lost, after))

    def wait(self, css, text="", patience=PATIENCE_S):
        return until(f"{css} {text}", lambda: self.find(css, text), patience)

    def wait_gone(self, css, text="", patience=PATIENCE_S):
        until(f"no {css} {text}", lambda: not self.find(css, text), patience)

    def touch(self, css, text=""):
        """As a finger does: what is drawn anew under it is touched again, but counted once."""
        def once():
            try:
                e = self.find(css, text)
                if e and e.is_enabled():
                    e.click()
                    return True
            except WebDriverException:
                pass
            return False
        until(f"{css} {text} can be touched", once)
        self.touches += 1

    def place(self, name):
        """The middle of a wink on the mat, in pixels of the page, brought into view."""
        return self.run("""const g = document.querySelector(`#mat [data-name="${arguments[0]}"]`);
            g.closest("svg").scrollIntoView({block: "center"});
            const r = g.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]""", name)

    def mouse(self, kind, at):
        self.is_.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": at[0], "y": at[1], "button": "left", "buttons": 1,
                                                              "clickCount": 1, "pointerType": "mouse"})

    def touch_at(self, at):
        self.mouse("mousePressed", at)
        self.mouse("mouseReleased", at)
        self.touches += 1

    def drag_from(self, a, b):
        self.mouse("mousePressed", a)
        for share in (0.3, 0.7, 1):
            self.mouse("mouseMoved", [a[i] + share * (b[i] - a[i]) for i in (0, 1)])
        self.mouse("mouseReleased", b)
        self.touches += 1

    def pick(self, name):
        """Touches a wink on the mat."""
        self.place(name)
        self.touch_at(self.place(name))
        self.wait("#tools button", name)

    def drag(self, name, to):
        self.place(name)
        self.drag_from(self.place(name), self.place(to))

    def key(self, *keys):
        """Presses keys where the focus is; an element that has just been hidden keeps it until the browser draws again."""
        patience = WebDriverWait(self.is_, PATIENCE_S, poll_frequency=0.05,
                                 ignored_exceptions=(ElementNotInteractableException, StaleElementReferenceException))
        for key in keys:
            patience.until(lambda is_, key=key: is_.switch_to.active_element.send_keys(key) is None)
            self.keys += 1

    def counted(self, most_touches=3, most_keys=4):
        """What the last correction took; a new one begins."""
        took, self.touches, self.keys = (self.touches, self.keys), 0, 0
        assert took[0] <= most_touches and took[1] <= most_keys, f"{took[0]} touches, {took[1]} keys"
        return took

    def assert_no_faults(self):
        """What the browser complained of: faults of the scripts, what the policy refused."""
        faults = [entry["message"] for entry in self.is_.get_log("browser") if "/picture/" not in entry["message"]
                and "net::ERR" not in entry["message"] and "/login" not in entry["message"]]
        assert not faults, faults

    def tell(self):
        """How the page stands where a test has failed; its picture too, where BROWSER_FAILED names a file."""
        print("the page:", self.run("return document.body.innerText"), self.is_.get_log("browser"))
        if "BROWSER_FAILED" in os.environ:
            self.is_.save_screenshot(os.environ["BROWSER_FAILED"])

    def close(self):
        self.is_.quit()


@contextlib.contextmanager
def a_game(**how):
    """A referee, and a function that opens windows. Where the test fails all is told; in the end all is gone."""
    referee, windows = Referee(**how), []

    def window(**like):
        windows.append(Browser(**like))
        return windows[-1]

    try:
        yield referee, window
        for one in windows:
            one.assert_no_faults()
    except BaseException:
        for one in windows:
            one.tell()
        raise
    finally:
        for one in windows:
            one.close()
        referee.end()
        print(referee.text())
        referee.close()


ENTER, ESCAPE, TAB, SHIFT, ARROWS = Keys.ENTER, Keys.ESCAPE, Keys.TAB, Keys.SHIFT, ((Keys.ARROW_LEFT, Keys.ARROW_RIGHT), (Keys.ARROW_UP, Keys.ARROW_DOWN))
