"""A game that is umpired through the pages: game_test.py SQUINT GAME RESTS"""
import base64
import subprocess

from pages import ENTER, ESCAPE, SQUINT, a_game, picture, until

def correction(name, *expected):
    """The last events of the record are these, and it took no more than three touches or four keys."""
    until(f"{name}: {expected}", lambda: [e["event"] for e in referee.record()[-len(expected):]] == list(expected))
    touches, keys = page.counted()
    print(f"{name}: {touches} touches, {keys} keys")


with a_game() as (referee, window):
    page = window()
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
    page.touch("#shots button", "Red plays")
    page.touch("#picture button", "Replay of line")
    page.wait("#replay p", "picture 1 of")
    until("the picture is there", lambda: page.run("return document.querySelector('#replay img').naturalWidth") == 1920)
    page.touch("#replay button[aria-label='one picture on']")
    page.wait("#replay p", "picture 2 of")
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
    page.counted(9, 9)

    # What lies on the mat is corrected by touching or dragging the winks themselves.
    page.drag("G1", "B1")
    page.touch("#carry")
    correction("a squop by dragging", "amend")
    until("G1 lies over B1", lambda: ["G1", "B1"] in page.run("return state.over"))
    page.wait_gone("dialog")
    page.drag("G1", "pot")
    page.touch("#carry")
    correction("potted by dragging", "amend")
    until("G1 is potted", lambda: "G1" in page.run("return state.potted"))
    page.wait_gone("dialog")
    page.touch("#actions button", "Take back")
    page.touch("#carry")
    correction("undo of that", "undo")
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
    page.wait_gone("dialog")
    page.touch("#shots button", "Red plays")
    page.touch("#picture button", "Put back as before")
    page.wait("#restoring", "to be put back")
    assert page.run("return document.querySelectorAll('#mat .arrow').length") >= 1
    referee.phone.move_to(picture(12))
    page.wait("#restoring", "All lie as they did")
    assert page.run("return document.querySelectorAll('#mat .ghost').length") == 0
    print("winks put back by hand:", page.counted())

    # A past line is taken back, with what would differ shown first.
    page.touch("#shots button", "Green plays")
    page.touch("button", "Take line 3 back")
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
