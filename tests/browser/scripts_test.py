"""The pages' scripts over a stand-in for the server: what seldom happens, and cannot be made to by a game. scripts_test.py SQUINT GAME RESTS"""
import contextlib
import json
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


def nothing_is_said_of_a_game_before_it_is_told():
    """That there is no game, and how far its clock has run, a page says when it has been told all: the first beat ends that."""
    alive = {"live": False, "frames": 9, "t": 64.0, "age_s": 0.1, "unjudged": 0, "ended": True}
    for path, place in (("scoreboard", "#phase"), ("", "#turn")):
        with a_page(path) as (server, page):
            said = page.run("""beginAnew(); forgetGame ? forgetGame() : 0; return byId(arguments[0]).textContent""", place[1:]) if path else page.run(
                "beginAnew(); forgetAll(); return byId('turn').textContent")
            assert said == "", said
            page.wait(place, "No game yet")
            server.tell(("anew", {}), score(3, clock_runs=True, limit_s=1500, elapsed_s=40.0, t=61.5))
            until("it is told", lambda: page.run("return state && state.elapsed_s === 40"))
            assert page.run("health.is = null; drawClock(); return byId('clock').textContent") == ""
            server.tell(("alive", alive))
            page.wait("#clock", "24:17")


def news_of_the_camera_goes_with_the_next_position():
    """It is no failed button, and no word to stand until the game is over."""
    missing = ("notice", {"kind": "frames-missing", "text": "there are no pictures for 0.9 s up to 0:01.2"})
    with a_page("", LINE, score(0), missing) as (server, page):
        page.wait("#said", "There are no pictures")
        assert not page.find("#said.bad")
        server.tell(("position", {"t": 2.0, "winks": [], "squops": []}))
        until("it is gone", lambda: page.text("#said") == "")
        page.run("tell('Done: line 3', false)")
        server.tell(("position", {"t": 3.0, "winks": [], "squops": []}))
        until("the position is heard", lambda: page.run("return position.t === 3"))
        assert page.text("#said") == "Done: line 3"


def a_phone_shows_first_what_the_umpire_needs():
    wink = {"id": "b1", "x": 300, "y": 100, "z": 1, "colour": "blue", "size": "small", "sigma_mm": 0.1, "place": "mat"}
    with a_page("", LINE, score(0, choices=[]), ("position", {"t": 2.0, "winks": [wink], "squops": []})) as (_, page):
        page.wait("#mat text", "b1")
        page.size(390, 844)
        radius = "return document.querySelector('#mat [data-name=b1] circle').getBoundingClientRect().width / 2"
        until("the wink is large enough", lambda: page.run(radius) > 5.5)
        page.wait("#turn", "red to play")
        page.wait("#actions button", "Red passes")
        tops = page.run("return ['h-turn', 'h-actions', 'mat', 'h-line', 'h-shots'].map((id) => byId(id).getBoundingClientRect().top)")
        assert tops == sorted(tops) and tops[2] < 844, tops
        assert page.run("return document.querySelector('header').offsetHeight") < 70
        page.run("questions.set(1, {question: 1, doubts: [], readings: []}); open = 1; drawQuestion()")
        assert page.run("return byId('question').getBoundingClientRect().top < byId('h-turn').getBoundingClientRect().top")
        page.size(1280, 900)
        left, right = page.run("return ['mat', 'h-turn'].map((id) => byId(id).getBoundingClientRect().left)")
        assert left < right - 400, (left, right)


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
        server.tell(("event", {"line": 7, "event": "about", "about": {"players": {"blue": "Amn", "red": "Bob"}, "sides": {"blue-red": "A"}}, "text": ""}),
                    ("event", {"line": 8, "event": "about", "about": {"sides": {"green-yellow": "B"}}, "text": ""}))
        until("names are added", lambda: page.run("return about.sides && about.sides['green-yellow'] && about.sides['blue-red'] + about.players.blue") == "AAmn")
        server.tell(("event", {"line": 9, "event": "amend", "n": 7, "text": "", "corrected": told[:1], "about_now": {"players": {"blue": "Ann"}}}))
        until("a name is corrected", lambda: page.run("return JSON.stringify(about)") == '{"players":{"blue":"Ann"}}')


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
        page.key(ESCAPE)
        page.wait_gone("dialog")
        # Said again because nobody answered, it is the same word; once the record has it, it is another one.
        server.answers["/say"] = lambda body: (503, {"error": "no answer"}) if b'"do"' in body else (200, {"taken": True, "text": "a difference", "on": 2})
        ids = lambda: [json.loads(body)["id"] for _, body in server.asked if b'"do"' in body][1:]
        for n in range(1, 4):
            page.key("u")
            page.wait("#differs", "a difference")
            page.touch("#carry")
            until("it is said", lambda n=n: len(ids()) == n)
            page.wait("#said", "no answer")
            if n == 2:
                server.tell(("event", {"line": 3, "event": "undo", "word": ids()[0], "text": "Line 2 is taken back."}))
                page.wait("#shots li", "Line 2 is taken back.")
        assert ids()[0] == ids()[1] != ids()[2], ids()


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
            "the pot. Lay r5 flat, so that it touches the pot; it then lies over r1, y1. Move b5 101.4 mm back onto the mat, to the arrow's end.")
        page.run("drawTheMat()")
        assert page.run("return byId('ways-text').textContent") == "b5 from 716.5, \u2212300.0 to 700.0, \u2212200.0"
        assert page.run("return byId('ways').open") is False and page.find("#ways summary", "In mm from the middle")
        # A wink that lies off the mat is seen whole; who has zoomed in keeps what is seen.
        page.run("position.winks.find((w) => w.id === 'y2').y = 640; drawTheMat()")
        rim = "return [document.querySelector('#mat [data-name=y2]'), byId('mat')].map((e) => e.getBoundingClientRect().top)"
        assert page.run(rim)[0] > page.run(rim)[1], page.run(rim)
        page.run("position.winks.find((w) => w.id === 'y2').y = 0; drawTheMat()")
        assert page.run("return mat.view.width") == 1920
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


def a_table(name, **more):
    return ("table", {"table": name, "game": "a" + name, "record": 1, "at": 1, "seq": 1, "newest": 1, "online": "ready", "asks": [], "last": "",
                      "state": {"phase": "timed", "turn": "blue", "elapsed_s": 3, "limit_s": 1500, "clock_runs": True, "t": 1, "tiddlies": {**NONE, "blue": 2}}, **more})


def a_game_that_was_left_is_not_shown_as_played():
    for path, card in (("hall_scoreboard", ".table"), ("hall", "#table-7")):
        with a_page(path, a_table("7"), a_table("7", online="disconnected")) as (server, page):
            page.wait(card, "not finished")
            text = page.text(card)
            assert "timed play" not in text and not page.find(f"{card} .due, {card} .due-colour, {card} .now .chip"), text
            assert path == "hall" or page.find(".table.left") and "24:57" not in text, text
            server.tell(a_table("7"))
            page.wait(card, "timed play")
            assert page.find(f"{card} .due-colour") and "24:57" in page.text(card)
            # What the large numbers count.
            assert page.text(f"{card} .counts") == "tiddlies"
            server.tell(a_table("7", state={"phase": "ended", "turn": None, "tiddlies": NONE, "score": {"blue-red": 4, "green-yellow": 3}}, online="disconnected"))
            page.wait(f"{card} .counts", "points")
            assert "over" in page.text(card), page.text(card)


def a_tables_overlay_has_its_clock_at_once():
    with a_page("hall_overlay", a_table("7")) as (_, page):
        assert page.run("own_ = location; tables.set(own, {...arguments[0], sourceAt: 0}); draw(tables.get(own)); return byId('clock').textContent",
                        a_table("7")[1]) == "24:57"


def results_before_a_game_has_ended():
    player = {"place": 1, "player": "Ann", "club": "", "games": 0, "won": 0, "drawn": 0, "lost": 0, "points": 0, "against": 0}
    game = {"copy": "7", "table": "7", "game": "aa", "record": 1, "is": "playing", "players": {}, "counts": True}
    answer = {"standings": [player], "games": [game], "rounds_given": False}
    with a_page("hall_results") as (server, page):
        server.answers["/results/json"] = lambda _: (200, answer)
        page.wait("#games td", "Table 7")
        assert page.run("return [...document.querySelectorAll('#games th')].length") == 0
        assert page.run("return document.querySelector('#standings td').textContent") == ""
        assert page.run("return byId('hall').pathname") == "/" and page.text("#hall") == "The hall"
        assert page.run("return document.querySelector('.card').offsetWidth > document.querySelector('main').offsetWidth * 0.9")
        answer["standings"] = [{**player, "games": 1}]
        answer["games"] = [{**game, "round": "2"}, game]
        page.run("read = 0; load()")
        page.wait("#standings td", "1")
        assert page.run("return [...document.querySelectorAll('#games th')].map((e) => e.textContent)") == ["Round 2", "Without a round"]


for test in (the_audience_sees_what_it_saw, a_fault_ends_with_the_news_that_ends_it, a_phone_that_is_hung_sends_nothing_to_the_game, a_phone_with_an_old_link_is_told_so,
             what_the_server_does_not_answer_is_told, what_stands_is_as_it_is_told, one_word_at_a_time,
             nothing_is_said_of_a_game_before_it_is_told, news_of_the_camera_goes_with_the_next_position, a_phone_shows_first_what_the_umpire_needs,
             a_game_that_was_left_is_not_shown_as_played, a_tables_overlay_has_its_clock_at_once, results_before_a_game_has_ended,
             only_squops_are_drawn_as_squops, a_hall_is_asked_for_its_rounds_when_they_may_be_new):
    test()
    print(test.__name__)
