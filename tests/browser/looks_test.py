"""What the pages look like to eyes, fingers, keys and screen readers: looks_test.py SQUINT GAME RESTS [FOLDER]

With FOLDER a picture of each page, size and theme is kept there, for people to look at."""
import base64
import os
import sys
import tempfile

from pages import ESCAPE, TAB, a_game, picture

HERE = os.path.dirname(os.path.abspath(__file__))
with open(f"{HERE}/access_checks.js", encoding="utf-8") as f:
    CHECKS = f.read()
KEEP = sys.argv[4] if len(sys.argv) > 4 else None
SIZES = {"tablet": (1024, 768), "phone": (390, 844), "screen": (1920, 1080)}
WEIGHT_MAX, FIRST_PAINT_MAX_MS = 150_000, 1000

# Encrypted, by the certificate that squint makes at first.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()

def theme(name):
    page.is_.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})


def check(where):
    """Computed contrast, sizes and structure; names as the browser gives them to a screen reader."""
    faults = page.run(CHECKS)
    for node in page.is_.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]:
        role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value", "")
        if role in ("button", "textbox", "image", "dialog", "combobox", "link", "checkbox") and not node.get("ignored") and not name.strip():
            faults.append(f"a {role} without a name")
    assert not faults, (where, faults)


def keep(name, beyond=True):
    """beyond: the whole page; a dialog stands in what is seen of it."""
    if KEEP:
        os.makedirs(KEEP, exist_ok=True)
        whole = page.is_.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": beyond})
        with open(f"{KEEP}/{name}.png", "wb") as f:
            f.write(base64.b64decode(whole["data"]))


def look_at(name, url, ready):
    page.open(url)
    page.wait(ready)
    for size, (width, height) in SIZES.items():
        page.size(width, height)
        for colours in ("light", "dark"):
            theme(colours)
            check(f"{name} {size} {colours}")
            keep(f"{name}-{size}-{colours}")
    theme("light")
    page.size(*SIZES["tablet"])


def focus_goes_round():
    """By Tab alone everything that can be pressed is reached once, in the order of the page, and is seen to be reached."""
    page.run("document.activeElement.blur()")
    wanted = page.run("""return [...document.querySelectorAll("button, input, select, [tabindex='0']")]
        .filter((e) => e.checkVisibility() && !e.disabled && !e.closest("dialog:not([open])")).length""")
    order = []
    for _ in range(wanted):
        page.key(TAB)
        order.append(page.run("""const e = document.activeElement, all = [...document.querySelectorAll("*")];
            return [all.indexOf(e), getComputedStyle(e).outlineStyle !== "none" || e.matches("g.wink:focus-visible"), e.outerHTML.slice(0, 80)]"""))
    places = [place for place, _, _ in order]
    assert len(set(places)) == wanted and places == sorted(places), order
    assert all(seen for _, seen, _ in order), [html for _, seen, html in order if not seen]
    print(f"{wanted} things are reached by Tab, in order")


def weigh(name, url):
    """What a page takes, uncompressed, without the pictures of the game; and when something is seen first."""
    paints = []
    for _ in range(3):
        page.open(url)
        page.wait("body")
        paints.append(page.run("""return new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime))
            .observe({type: "paint", buffered: true}))"""))
    sizes = page.run("""return performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
        .filter((e) => !e.name.includes("/picture/") && !e.name.includes("/events")).map((e) => e.decodedBodySize)""")
    print(f"{name}: {sum(sizes)} bytes in {len(sizes)} files, first paint after {min(paints):.0f} ms ({max(paints):.0f} at most)")
    assert 0 < sum(sizes) <= WEIGHT_MAX and min(paints) <= FIRST_PAINT_MAX_MS


with a_game(options=("--tls",)) as (referee, window):
    page = window()
    referee.phone.move_to(picture(12))
    assert referee.url.startswith("https://"), referee.url
    assert os.stat(f"{os.environ['XDG_CONFIG_HOME']}/squint/pages.key").st_mode & 0o777 == 0o600
    page.open(f"{referee.url}#{referee.code}")
    page.wait("#turn", "red to play")
    referee.phone.gap_to(picture(13))
    page.wait("#question")
    look_at("console", referee.url, "#answers button")
    focus_goes_round()
    page.key("?")
    page.wait("#keys[open]")
    check("keys")
    keep("keys", False)
    page.key(ESCAPE)
    page.key("a")
    page.wait("#modes button")
    check("automation")
    keep("automation", False)
    page.key(ESCAPE)
    page.touch("#shots button")
    page.touch("#picture button", "Replay of line")
    page.wait("#replay p", "picture 1 of")
    check("replay")
    keep("replay")
    look_at("board", f"{referee.url}board", ".side")
    assert page.text("#phase").endswith("Red to play") or page.text("#phase").endswith("red to play"), page.text("#phase")
    assert page.run("return [...document.querySelectorAll('.due-colour .chip')].map((e) => e.className)") == ["chip red"]
    # The shapes of the pictures: a square, a triangle, a circle, a diamond.
    shapes = page.run("""return ["blue", "green", "red", "yellow"].map((c) => getComputedStyle(document.querySelector(".chip." + c)).clipPath)""")
    assert [shape.partition("(")[0] for shape in shapes] == ["inset", "polygon", "circle", "polygon"], shapes
    assert [shape.count(",") + 1 for shape in shapes] == [1, 3, 1, 4], shapes
    # A close squidge-off: two bands touch.
    page.run("""state = {...state, phase: "squidge-off", await: "squidge-off"};
        position = {...position, nearest: [{colour: "red", mm: 22.7, sigma_mm: 0.3}, {colour: "green", mm: 23.5, sigma_mm: 0.3},
            {colour: "blue", mm: 61.2, sigma_mm: 0.4}, {colour: "yellow", mm: 148.9, sigma_mm: 0.5}]};
        draw(); document.getAnimations().forEach((a) => a.finish())""")
    for size, (width, height) in SIZES.items():
        page.size(width, height)
        for colours in ("light", "dark"):
            theme(colours)
            check(f"reveal {size} {colours}")
            keep(f"reveal-{size}-{colours}")
    assert page.run("return [...document.querySelectorAll('.reveal .look')].length") == 2
    theme("light")
    page.open(f"{referee.url}overlay")
    page.wait(".strip .chip")
    for size in ((800, 600), (1280, 720), (1920, 1080)):
        page.size(*size)
        faults = page.run(CHECKS)
        assert not faults, faults
        keep(f"overlay-{size[0]}")
    page.open(f"{referee.url}?lang=de")
    page.wait("#question h2", "Schiedsrichter")
    check("German")
    keep("console-de")
    for name in ("", "board", "overlay"):
        weigh(name or "console", referee.url + name)
