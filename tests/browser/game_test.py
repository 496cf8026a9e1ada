"""A game that is umpired through the pages: game_test.py SQUINT GAME RESTS"""
import base64
import subprocess

from pages import ENTER, ESCAPE, SQUINT, a_game, picture, until

def correction(name, *expected):
    """The last events of the record are these, and it took no more than three touches or four keys."""
    until(f"{name}: {expected}", lambda: [e["event"] for e in referee.record()[-len(expected):]] == list(expected))
    until("the page has its answer, and takes another word", lambda: not page.run("return saying"))
    touches, keys = page.counted()
    print(f"{name}: {touches} touches, {keys} keys")


def newest_shot(colour):
    """The button of the last line that is a shot of a colour, of the list of what happened."""
    lines = [n for n, e in enumerate(referee.record(), 1) if e["event"] == "shot" and e["colour"] == colour]
    return f"#shots button[aria-label^='Line {lines[-1]}:']"


def every_button_has_a_key():
    """But those in a window, and those of what lies on the mat, which Tab reaches."""
    without = page.run("""return [...document.querySelectorAll("button")].filter((b) => b.checkVisibility() &&
        !b.closest("dialog, #tools, #shots") && !b.hasAttribute("aria-keyshortcuts")).map((b) => b.innerText)""")
    assert not without, without
    listed = page.run("return byId('key-list').textContent")
    keys = page.run("""return [...document.querySelectorAll("button[aria-keyshortcuts]")].map((b) => b.getAttribute("aria-keyshortcuts"))""")
    assert all(key in listed for key in keys if key.isalpha()), (keys, listed)


def all_winks_are_counted():
    """A colour's winks are potted, free on the mat, squopped or not yet played, as on the score sheet."""
    for colour in ("blue", "green", "red", "yellow"):
        counts = page.run("""const of = (name) => +document.querySelector(`#scores [data-colour=${arguments[0]}] [data-count=${name}]`).textContent;
            return {potted: of("potted"), free: of("free"), unplayed: of("unplayed"),
                    squopped: new Set(state.over.map((p) => p[1]).filter((name) => colourOf(name) === arguments[0])).size}""", colour)
        assert sum(counts.values()) == 6 and counts["free"] >= 0, (colour, counts)


def names_are_seen():
    """Where the name of a wink stands, that wink is seen, and no other that lies over it."""
    hidden = page.run("""byId("mat").scrollIntoView({block: "center"});
        return [...document.querySelectorAll("#mat .wink text")].filter((text) => {
            const r = text.getBoundingClientRect(), at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
            return ![text.parentNode, null].includes(at.closest("[data-name]")) && text.textContent !== "?"; }).map((text) => text.textContent)""")
    assert not hidden, hidden


def labels_are_read():
    """How far winks are to be moved is written large enough, within the mat, and nothing is written over another."""
    mat, *boxes = page.run("""return [byId("mat"), ...document.querySelectorAll("#mat .mm")].map((e) => { const r = e.getBoundingClientRect();
        return [r.left, r.top, r.right, r.bottom]; })""")
    assert boxes
    for box in boxes:
        assert box[3] - box[1] > 11, box
        assert mat[0] - 1 <= box[0] and mat[1] - 1 <= box[1] and box[2] <= mat[2] + 1 and box[3] <= mat[3] + 1, (mat, box)


def clocks_agree():
    """A page that comes late has the same time as one that was there, and after the source's end all stand."""
    board = window()
    board.open(f"{referee.url}board")
    board.wait("#phase", "timed play")
    left = "return sourceTime() !== null && state.limit_s - state.elapsed_s - (sourceTime() - state.t)"
    until("the last event is some time ago", lambda: page.run("return state.clock_runs && sourceTime() - state.t > 4"))
    there, late = page.run(left), until("the source's time", lambda: board.run(left))
    assert abs(there - late) < 3, (there, late)
    page.run("hearEnd({t: state.t + 12.5}); drawClock()")
    said = page.text("#clock")
    assert said == page.run("return clockText(state.limit_s - state.elapsed_s - 12.5)"), said
    page.run("return new Promise((on) => setTimeout(on, 1500))")
    assert page.text("#clock") == said


with a_game() as (referee, window):
    page = window()
    page.open(referee.url)
    page.wait("#who", "Log in")
    page.wait("#picture button:disabled", "Take line 2 back")
    # What only the umpire may press can be pressed as soon as the code is there.
    page.run("byId('code').value = arguments[0]; enter()", referee.code)
    page.wait("#who", "umpire")
    page.wait("#picture button:enabled", "Take line 2 back")
    page.open("about:blank")
    page.open(f"{referee.url}#{referee.code}")
    page.wait("#who", "umpire")
    assert "#" not in page.is_.current_url, "the code stays in the address"
    page.wait("#turn", "green to play")

    # How far the referee acts by itself, by two touches; the terminal has the same words, and both see the same.
    page.touch("#actions button", "What squint does by itself")
    page.touch("#modes button[data-set='pass=ask']")
    page.wait("#modes button[data-set='pass=ask'][aria-pressed=true]")
    print("automation:", page.counted())
    page.key(ESCAPE)
    automate = subprocess.run([SQUINT, "automate", "--yes", referee.out, "shot=tell,squop=tell"], capture_output=True, text=True)
    assert automate.returncode == 0 and automate.stdout == "Done.\n", automate
    page.key("a")
    for mode in ("shot=tell", "squop=tell", "pass=ask"):
        page.wait(f"#modes button[data-set='{mode}'][aria-pressed=true]")
    page.key(ESCAPE)
    page.wait_gone("dialog")
    page.counted()

    # Told: agreed by one touch.
    referee.phone.move_to(picture(12))
    page.wait("#told", "Green plays")
    assert referee.wait_for_line(3)["told"] is True, referee.record()
    page.touch("#told-seen")
    page.wait_gone("#told")
    print("agreed:", page.counted())
    # Had the wink that came into play been misread, its shot would read otherwise; nothing is done yet.
    tried = page.run("return post('/say', misread('G1', 'yellow', 'large'))")
    assert tried["taken"] and "Y2" in tried["text"] and not tried["done"], tried
    page.run("setMode('shot=do'); setMode('squop=do'); setMode('pass=do')")
    page.wait_gone("#told")

    page.wait("#shots button", "Green plays")
    assert "G1" in referee.wait_for_line(3)["wink"], referee.record()
    page.wait("#turn", "red to play")

    # A question: the likeliest answer stands first.
    referee.phone.gap_to(picture(13))
    page.wait("#question")
    every_button_has_a_key()
    page.touch("#answers button")
    page.wait("#differs")
    page.touch("#carry")
    page.wait_gone("#question")
    correction("answer by touch", "shot")
    page.wait("#turn", "yellow to play")

    # Taken back, and back again.
    page.touch("#actions button", "Take back")
    page.touch("#carry")
    correction("undo by touch", "shot", "undo")
    page.wait("#turn", "red to play")
    page.wait_gone("dialog")
    page.key("r")
    page.wait("#carry")
    page.key(ENTER)
    page.wait("#turn", "yellow to play")
    correction("redo by keys", "undo", "amend")

    # Pass and foul.
    page.key("p")
    page.wait("#carry")
    page.key(ENTER)
    correction("pass by keys", "pass")
    page.wait("#turn", "blue to play")
    page.wait_gone("dialog")
    page.touch("#actions button", "Take back")
    page.touch("#carry")
    correction("undo of the pass", "undo")
    page.wait("#turn", "yellow to play")

    # The passage again, picture by picture, and what the camera sees now.
    page.touch(newest_shot("red"))
    page.touch("#picture button", "Replay of line")
    page.wait("#replay p", "picture 1 of")
    until("the picture is there", lambda: page.run("return document.querySelector('#replay img').naturalWidth") == 1920)
    page.touch("#replay button[aria-label='one picture on']")
    page.wait("#replay p", "picture 2 of")
    page.key(",")
    page.wait("#replay p", "picture 1 of")
    every_button_has_a_key()
    page.key("l")
    until("the live picture", lambda: page.run("return (document.querySelector('#live img') || {}).naturalWidth") == 960)
    page.key("l")
    got = page.run("""return fetch("/bundle/3").then((r) => r.blob()).then((b) => new Promise((done) => {
        const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(b) }))""")
    with open(f"{referee.folder}/passage.tar.gz", "wb") as f:
        f.write(base64.b64decode(got.partition(",")[2]))
    judged = subprocess.run([SQUINT, "rejudge", f"{referee.folder}/passage.tar.gz"], capture_output=True, text=True)
    assert "events would be the same" in judged.stdout, judged
    page.touch("#shots button")  # the newest line again
    shot = referee.record()[2]
    tenths = int(10 * shot["t"] + 0.5)
    page.wait("#shots button[aria-label^='Line 3:']", f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}")
    page.counted(9, 9)

    # What lies on the mat is corrected by touching or dragging the winks themselves.
    names_are_seen()
    page.drag("G1", "B1")
    assert page.run("return getSelection().toString()") == ""
    page.touch("#carry")
    correction("a squop by dragging", "amend")
    until("G1 lies over B1", lambda: ["G1", "B1"] in page.run("return state.over"))
    page.wait_gone("dialog")
    all_winks_are_counted()
    page.drag("G1", "pot")
    page.touch("#carry")
    correction("potted by dragging", "amend")
    until("G1 is potted", lambda: "G1" in page.run("return state.potted"))
    page.wait_gone("dialog")
    page.touch("#actions button", "Take back")
    page.touch("#carry")
    correction("undo of that", "undo")
    # What was done is told as done; and the next undo takes the line before the one that is gone, not the undo.
    page.wait("#said", "R puts it there again")
    assert "would" not in page.text("#said"), page.text("#said")
    takes = page.run("return undoes")
    assert takes == len(referee.record()) - 2, takes
    page.wait("#actions button", f"Take back line {takes}")
    until("G1 is not potted", lambda: "G1" not in page.run("return state.potted"))
    page.wait_gone("dialog")
    page.key("r")
    page.touch("#carry")
    correction("redo of that", "amend")
    until("G1 is potted again", lambda: "G1" in page.run("return state.potted"))
    page.wait("#shots button", f"Line {takes + 1} counts again: ")
    page.wait_gone("dialog")
    page.key("u")
    page.touch("#carry")
    correction("undo of the redo", "undo")
    until("G1 is not potted", lambda: "G1" not in page.run("return state.potted"))
    page.wait_gone("dialog")
    page.pick("G1")
    page.touch("#tools button", "B1 over G1")
    page.touch("#carry")
    correction("the order in a pile", "amend")
    until("B1 lies over G1", lambda: ["B1", "G1"] in page.run("return state.over"))
    page.wait_gone("dialog")
    page.pick("B1")
    page.pick("Y1")
    page.wait("#measured", "B1")
    page.touch("#tools button", "B1 over Y1")
    correction("a squop by touching two winks", "amend")
    until("B1 lies over Y1", lambda: ["B1", "Y1"] in page.run("return state.over"))
    page.pick("R1")
    page.touch("#tools button", "R1 was played")
    page.touch("#carry")
    correction("which wink was played", "amend")
    page.wait_gone("dialog")
    page.pick("y1")
    page.touch("#tools button", "A shot of y1 was not seen")
    page.touch("#carry")
    correction("a shot that nobody saw", "shot")
    page.wait_gone("dialog")

    # A shot that nobody saw before a line: two touches choose, the third one says it.
    page.touch("#shots button[aria-label^='Line 5:']")
    page.pick("b1")
    page.touch("#tools button", "A shot of b1 before line 5")
    correction("a shot is inserted", "amend")
    assert referee.record()[-1]["before"]["wink"] == "b1", referee.record()[-1]
    page.touch("#actions button", "Take back")
    page.touch("#carry")
    correction("undo of that", "undo")
    page.wait_gone("dialog")

    # A foul with its rule, and its choice; then winks go back by hand, and the page shows where to.
    page.touch("#actions button", "foul")
    page.touch("#rules button", "10.2")
    page.touch("#carry")
    correction("foul", "foul")
    page.wait_gone("dialog")
    page.wait("#turn", "replay or accept")
    page.key("v")
    page.wait("#carry")
    page.key(ENTER)
    correction("put back", "choose")
    offered = page.run("""return [{event: "nominate", wink: "b2"}, {event: "nominate", colour: "red"},
        {event: "choose", option: "accept", colour: "green"}].map((e, i) => nextButton(e, i).textContent)""")
    assert offered == ["b21", "Rred2", "GAccept it: green goes on3"], offered
    page.wait_gone("dialog")
    page.touch(newest_shot("red"))
    page.touch("#picture button", "Put back as before")
    page.wait("#restoring", "to be put back")
    assert page.run("return document.querySelectorAll('#mat .arrow').length") >= 1
    labels_are_read()
    assert " mm" in page.text("#restoring") and " from " not in page.text("#restoring"), page.text("#restoring")
    page.touch("#ways summary")
    page.wait("#ways-text", " from ")
    page.touches -= 1  # to read, not to correct
    referee.phone.move_to(picture(12))
    page.wait("#restoring", "All lie as they did")
    assert page.run("return document.querySelectorAll('#mat .ghost').length") == 0
    print("winks put back by hand:", page.counted())

    # What the book moves by hand is shown and told.
    assert page.run("""const was = position, before = restoring;
        restoring = null;
        position = {...was, back: [{id: was.winks.find((w) => w.id).id, x: 321, y: 123, why: "off"}]};
        drawTheMat();
        const ghosts = [...document.querySelectorAll("#mat .ghost")].map((g) => [g.getAttribute("cx"), g.getAttribute("cy")]);
        ghosts.push(/mm back onto the mat, to the arrow's end/.test(byId("restoring").textContent), / to 321.0, 123.0$/.test(byId("ways-text").textContent));
        position = was;
        restoring = before;
        drawTheMat();
        return ghosts;""") == [["321", "-123"], True, True]

    # A past line is taken back, with what would differ shown first.
    page.touch(newest_shot("green"))
    page.key("d")
    page.wait("#differs p")
    page.touch("#carry")
    correction("a past line", "amend")
    page.wait_gone("dialog")

    # A wink whose colour was misread, and one whose size was.
    page.pick("Y1")
    page.touch("#tools button", "Y1 is blue")
    page.touch("#carry")
    correction("the colour of a misread wink", "set")
    until("the blue one has been played, not Y1", lambda: page.run("return state.baseline.includes('Y1') && !state.baseline.includes('B2')"))
    page.wait_gone("dialog")
    page.pick("Y1")
    page.touch("#tools button", "Y1 is a small one")
    page.touch("#carry")
    correction("the size of a misread wink", "set")
    page.wait_gone("dialog")
    clocks_agree()
