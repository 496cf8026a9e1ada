"""The pages' scripts over a stand-in for the server: what seldom happens, and cannot be made to by a game. scripts_test.py SQUINT GAME RESTS"""
import contextlib
import math
import time

from pages import Browser, ESCAPE, until
from fake_server import FakeServer

NONE = dict.fromkeys(("blue", "green", "red", "yellow"), 0)


def score(n, **more):
    """A state of the game in which blue has n tiddlies."""
    return ("state", {"phase": "timed", "turn": "red", "shots": 1, "line": 2, "t": 1.0, "elapsed_s": 0, "tiddlies": {**NONE, "blue": n}, "potted": [], "over": [], "baseline": [], **more})


@contextlib.contextmanager
def a_page(path, *lines, **like):
    """A page that has heard these lines, and the server that it believes in."""
    server, page = FakeServer(), Browser(**like)
    server.answers["/me"] = (200, {"umpire": True})
    server.tell(*lines)
    try:
        page.open(server.url + path)
        yield server, page
        faults = [entry["message"] for entry in page.is_.get_log("browser") if "Failed to load resource" not in entry["message"]]
        assert not faults, faults  # of the scripts; what is refused is the test's
    except BaseException:
        page.tell()
        raise
    finally:
        page.close()
        server.close()


def total(page):
    return page.text(".total").partition("\n")[0]


def hide_and_show(page):
    page.run("""Object.defineProperty(document, "hidden", {value: true, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
        Object.defineProperty(document, "hidden", {value: false, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"))""")


def the_audience_sees_what_it_saw():
    """Through hold, hold again, another game and coming back; and the newest once the score is let go."""
    held, let_go = ("settings", {"hold": True}), ("settings", {"hold": False})
    with a_page("scoreboard", score(3), held, score(7), held, score(8)) as (server, page):
        page.wait("#held", "held back")
        until("all is heard", lambda: page.run("return heard.state && heard.state.tiddlies.blue === 8"))
        assert total(page) == "3", page.text("body")
        hide_and_show(page)
        until("it came back, and heard all again", lambda: page.run("return heard.state && heard.state.tiddlies.blue === 8") and total(page) == "3")
        server.tell(("new-game", {"game": 2}), score(1))
        until("the other game is heard", lambda: page.run("return heard.state && heard.state.tiddlies.blue === 1"))
        assert total(page) == "3" and page.find("#held", "held back"), page.text("body")
        server.tell(let_go)
        page.wait_gone("#held")
        assert total(page) == "1", page.text("body")


def a_fault_ends_with_the_news_that_ends_it():
    """And what is no fault does not look like one."""
    kinds = ("files", "colours", "light-gone")
    with a_page("scoreboard", score(3), *(("notice", {"kind": kind, "text": f"no {kind}"}) for kind in kinds)) as (server, page):
        for kind in kinds:
            page.wait("#faults", f"No {kind}")
        server.tell(*(("notice", {"kind": kind, "text": "it is well"}) for kind in ("files-kept", "colours-apart", "rulings-go-on")))
        page.wait_gone("#faults")


def open_phone(page):
    """A phone's page whose camera and time are the test's."""
    page.run("""openCamera = async () => { track = {stop() {}}; };
        return start(false)""")


def a_phone_that_is_hung_sends_nothing_to_the_game():
    """What it did before the page was loaded is asked once; what it is told to do since is its own."""
    with a_page("phone") as (server, page):
        server.answers["/phone/begin"] = (200, {"phone": "1" * 32, "played": True})
        open_phone(page)
        page.wait("#dark")
        page.touch("#again")
        page.wait("#hang")
        server.answers["/phone/picture"] = (0, "")
        page.run("return send({jpeg: new Blob(), at: 1, number: 1})")
        assert page.run("return playing") is False and page.find("#hang")


def a_phone_with_an_old_link_is_told_so():
    """squint was started anew: another code, but no other phone."""
    with a_page("phone") as (server, page):
        server.answers["/phone/begin"] = (200, {"phone": "1" * 32, "played": False})
        open_phone(page)
        page.wait("#hang")
        server.answers.update({"/me": (200, {"umpire": False}), "/phone/picture": (401, {})})
        page.run("return send({jpeg: new Blob(), at: 1, number: 1})")
        page.wait("#start")
        page.wait("#faults", "Scan the QR code")
        server.answers.update({"/me": (200, {"umpire": True}), "/phone/picture": (409, {})})
        open_phone(page)
        page.wait("#hang")
        page.run("return send({jpeg: new Blob(), at: 1, number: 2})")
        page.wait("#faults", "Another phone")


LINE = ("event", {"line": 2, "event": "shot", "colour": "blue", "wink": "b1", "text": "Blue plays b1.", "seen_t": 1.0, "t": 1.0, "undoes": 2})


def what_the_server_does_not_answer_is_told():
    with a_page("", LINE) as (server, page):
        page.wait("#picture button:enabled", "Replay of line")
        page.run("dropped('b1', {x: 0, y: 0})")  # no state was told yet
        server.tell(score(0))
        page.wait("#turn", "red to play")
        for path in ("/rests", "/passage/2", "/say", "/settings", "/camera/look"):
            server.answers[path] = (0, "")
        page.touch("#picture button", "Put back as before")
        page.wait("#said", "not there")
        page.touch("#picture button", "Replay of line")
        page.wait("#replay", "not there")
        for key in ("p", "h"):
            page.run("tell('', false)")
            page.key(key)
            page.wait("#said.bad", "not there")
        server.answers["/rests"] = (200, '{"t":0.5,"winks":[{"id":"b1","x":1,"y":2}]}\n{"t":0.9,"wi')  # one is half written
        page.touch("#picture button", "Put back as before")
        until("the rest that is whole", lambda: page.run("return restoring && restoring.t === 0.5"))
        page.key("k")
        page.touch("#zero-test")
        page.wait("#bench .bad", "not there")
        server.answers.update({"/camera/look": (200, {"number": 1}), "/camera/result": (0, "")})
        page.touch("#zero-test")
        page.wait("#bench .bad", "not there")


def what_stands_is_as_it_is_told():
    """The page works out nothing: it shows what an undo would take back, and which lines stand, as the last correction tells."""
    shots = [("event", {"line": n, "event": "shot", "colour": "blue", "wink": f"b{n}", "text": f"Blue plays b{n}.", "undoes": n, "held": n == 3}) for n in (2, 3, 4)]
    told = [{"line": 2, "now": "refused", "text": "Blue plays b2."}, {"line": 3, "now": "changed", "text": "Blue plays B1.", "reads": {"event": "shot", "wink": "B1"}},
            {"line": 4, "now": "gone", "text": "Blue plays b4."}]
    with a_page("", *shots, score(0), ("event", {"line": 5, "event": "undo", "text": "Line 4 is taken back: Blue plays b4.", "undoes": 3, "corrected": told})) as (server, page):
        page.wait("#actions button", "Take back line 3")
        rows = page.run("return [...document.querySelectorAll('#shots li')].map((li) => [li.className, li.innerText.replace(/\\s+/g, ' ')])")
        assert [r[0] for r in rows] == ["fresh", "gone", "", "gone"], rows
        for row, text in zip(rows, ("Line 4 is taken back: Blue plays b4.", "Blue plays b4. (taken back)", "Blue plays B1. (corrected)", "Blue plays b2. (left out")):
            assert text in row[1], rows
        assert page.run("return lastShot().wink") == "B1"
        server.tell(("event", {"line": 6, "event": "amend", "n": 5, "with": None, "text": "Line 4 counts again: Blue plays b4.", "undoes": 4, "corrected": told[:1]}))
        page.wait("#actions button", "Take back line 4")
        assert page.run("return lastShot().wink") == "b4"


def one_word_at_a_time():
    """Two keys within a round trip: the second word waits for nothing, and takes no button from the first."""
    with a_page("", LINE, score(0)) as (server, page):
        page.wait("#picture button:enabled", "Take line 2 back")
        server.answers["/say"] = lambda body: (200, {"taken": True, "done": b'"do"' in body, "text": "a difference", "on": 2})
        page.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'u'})); document.dispatchEvent(new KeyboardEvent('keydown', {key: 'r'}))")
        page.wait("#differs", "a difference")
        page.touch("#carry")
        until("it is said", lambda: any(b'"do"' in body for _, body in server.asked))
        assert [b'"undo"' in body for _, body in server.asked] == [True, True], server.asked
        page.wait("#said", "Done")
        page.key("r")
        page.wait("#differs", "a difference")
        page.key(ESCAPE)
        page.wait_gone("dialog")
        page.key("r")
        page.wait("#differs", "a difference")


def drawn(page):
    """How the winks on the mat are drawn: names with middle and radius."""
    return page.run("""return Object.fromEntries([...document.querySelectorAll("#mat [data-name]")].map((g) => {
        const c = g.querySelector("circle"); return [g.dataset.name, ["cx", "cy", "r"].map((name) => +c.getAttribute(name))]; }))""")


def overlap(a, b):
    return a[2] + b[2] > math.hypot(a[0] - b[0], a[1] - b[1]) + 1e-6


def only_squops_are_drawn_as_squops():
    """Winks are drawn larger than they are, so that their names can be read; but none then lies over one that it does not."""
    lay = {"G2": (0, 200, "green"), "R2": (40, 200, "red"), "b2": (300, 0, "blue"), "B1": (333, 0, "blue"), "y1": (-300, 0, "yellow"), "r1": (-293, 0, "red"),
           "y2": (35, 0, "yellow"), "r3": (3, 0, "red"), "b6": (700, -300, "blue"), "b5": (716.5, -300, "blue")}
    winks = [{"id": name, "x": x, "y": y, "z": n, "colour": colour, "size": "large" if name[0].isupper() else "small", "sigma_mm": 0.1,
              "place": "pot" if name == "r3" else "mat"} for n, (name, (x, y, colour)) in enumerate(lay.items())]
    at = list(lay)
    seen = {"t": 1.0, "pot": {"x": 0, "y": 0, "sigma_mm": 0.1}, "winks": winks, "squops": [
        {"over": at.index("r1"), "under": at.index("y1"), "probability": 0.99, "gap_mm": -9, "call": "squopped"},
        {"over": at.index("R2"), "under": at.index("G2"), "probability": 0.01, "gap_mm": 18, "call": "clear"}]}
    with a_page("", LINE, score(0), ("position", seen)) as (_, page):
        page.wait("#mat text", "G2")
        discs = drawn(page)
        touching = sorted((a, b) for a in discs for b in discs if a < b and overlap(discs[a], discs[b]))
        assert touching == [("pot", "r3"), ("r1", "y1")], (touching, discs)
        assert discs["r1"][2] > 2 * 8 and discs["b2"][2] > 1.3 * 8 and discs["b5"][2] >= 8, discs
        page.run("position.back = [{id: 'y2', x: 35, y: 1.5, why: 'leans'}, {id: 'r5', x: 0, y: 33, why: 'leans', over: ['r1', 'y1']}, {id: 'b5', x: 700, y: -200, why: 'off'}]")
        assert page.run("return byHandText(position.back)") == ("Move y2 1.5 mm outwards, until it lies flat and touches "
            "the pot. Lay r5 flat, so that it touches the pot; it then lies over r1, y1. To be moved by hand, in mm from the "
            "middle of the mat: b5 by 101.4, from 716.5, \u2212300.0 to 700.0, \u2212200.0: back onto the mat")
        page.run("zoomMat(mat, 100, {x: 300, y: 0})")
        assert {round(discs[2]) for name, discs in drawn(page).items() if name != "pot"} == {8, 11}, drawn(page)


def a_hall_is_asked_for_its_rounds_when_they_may_be_new():
    """Not again and again for a game that is in no round: the hall stands still while it reads them."""
    asked = []
    results = lambda _: (asked.append(1), (200, {"games": [{"game": "kept", "record": 1, "players": {"blue": "Ann"}}]}))[1]
    table = lambda game, phase, n: ("table", {"table": "1", "game": game, "record": 1, "at": n, "seq": n, "newest": n, "online": "ready", "asks": [],
                                              "state": {"phase": phase, "turn": "blue", "tiddlies": NONE}})
    with a_page("hall", table("kept", "timed", 1)) as (server, page):
        server.answers["/results/json"] = results
        hide_and_show(page)
        page.wait(".names", "Ann")
        first = len(asked)
        for n in range(2, 9):
            server.tell(table("alone", "timed", n))
            time.sleep(1)
        assert len(asked) <= first + 1, (first, len(asked))
        hide_and_show(page)
        until("it asks when it is looked at again", lambda: len(asked) > first + 1)


for test in (the_audience_sees_what_it_saw, a_fault_ends_with_the_news_that_ends_it, a_phone_that_is_hung_sends_nothing_to_the_game, a_phone_with_an_old_link_is_told_so,
             what_the_server_does_not_answer_is_told, what_stands_is_as_it_is_told, one_word_at_a_time,
             only_squops_are_drawn_as_squops, a_hall_is_asked_for_its_rounds_when_they_may_be_new):
    test()
    print(test.__name__)
