"""The server goes and comes back, and two umpires act at once: connection_test.py SQUINT GAME RESTS"""
import signal
import time

from pages import ESCAPE, a_game, picture, until

LOST_WITHIN_S = 2.5  # the page says so 2 s after the last beat; the rest is for a processor that does much else
BACK_WITHIN_S = {"frozen": 3, "killed": 5}

def tabs():
    """Two umpires: what was decided on an older line is refused, with the reason, and nothing is done."""
    global other
    other = window()
    other.open(f"{referee.url}#{referee.code}")
    other.wait("#who", "umpire")
    for one in (page, other):
        one.wait("#actions button", "passes")
    page.touch("#actions button", "Take back")
    page.wait("#carry")  # decided, but not yet said
    other.touch("#actions button", "passes")
    other.touch("#carry")
    until("the pass", lambda: referee.record()[-1]["event"] == "pass")
    lines = len(referee.record())
    page.touch("#carry")
    page.wait("#said.bad", "Not done")
    said = page.text("#said")
    assert "line" in said or "since" in said, said
    assert len(referee.record()) == lines, referee.record()
    page.wait("#turn", "blue to play")  # both see one truth


def held_back():
    """While the umpire corrects, the audience sees what it saw, and that it is held."""
    other.open(f"{referee.url}board")
    other.wait(".last", "passes")
    before = other.text(".last")
    page.touch("#actions button", "Hold the public score")
    other.wait("#held", "held back")
    page.wait("#held", "held back")
    page.touch("#actions button", "Take back")
    page.touch("#carry")
    until("the undo", lambda: referee.record()[-1]["event"] == "undo")
    page.wait("#turn", "yellow to play")
    assert other.text(".last") == before, other.text(".last")
    page.wait_gone("dialog")
    page.touch("#actions button", "Show the public score")
    other.wait_gone("#held")
    other.wait(".last", "taken back")


def no_pictures():
    """A camera that sends nothing is told on every page, with its remedy."""
    referee.phone.stop()
    for one in (page, other):
        one.wait("#health.lost", "last picture")
        one.wait("#faults", "look at the camera")
    referee.phone.go_on()
    for one in (page, other):
        one.wait_gone("#faults")
        one.wait("#health", "watching")


def within(what, began, ended, most_s):
    print(f"{what}: {ended - began:.1f} s")
    assert ended - began <= most_s, (what, ended - began)


def frozen():
    """A server that says nothing is lost, within two seconds; when it is back the page is true again."""
    for one in (page, other):
        one.watch_link()
    referee.run.send_signal(signal.SIGSTOP)
    began = time.time()
    for one in (page, other):
        within("frozen, said after", began, one.link_time(True, began), LOST_WITHIN_S)
    back = time.time()
    referee.run.send_signal(signal.SIGCONT)
    within("woken, seen after", back, page.link_time(False, back), BACK_WITHIN_S["frozen"])
    page.wait_gone("#link.lost")


def killed():
    """Killed and resumed on the same port: the pages come back by themselves, and what came meanwhile is there."""
    lines = referee.record()
    page.run("setMode('shot=ask'); setMode('squop=ask')")
    page.key("a")
    for mode in ("shot=ask", "squop=ask"):
        page.wait(f"#modes button[data-set='{mode}'][aria-pressed=true]")
    page.key(ESCAPE)
    killed_at = time.time()
    referee.end(signal.SIGKILL)
    within("killed, said after", killed_at, page.link_time(True, killed_at), LOST_WITHIN_S)
    referee.resume()
    back = time.time()
    within("resumed, seen after", back, page.link_time(False, killed_at), BACK_WITHIN_S["killed"])
    page.wait_gone("#link.lost")
    assert referee.record() == lines, "an event was lost or doubled"
    until("no line is shown twice", lambda: len(page.is_.find_elements("css selector", "#shots li")) == len(lines))
    # Whoever had typed the code of the last run is asked again.
    page.wait("#who", "Log in")
    page.touch("#who")
    page.run("document.getElementById('code').value = arguments[0]", "WRNG-CODE")
    page.touch("#enter")
    page.wait("#wrong", "not the code")
    page.run("document.getElementById('code').value = arguments[0]", referee.code)
    page.touch("#enter")
    page.wait("#who", "umpire")
    # The game goes on, and the referee still asks as it was told; what is answered is carried out.
    referee.phone.move_to(picture(14))
    page.wait("#question", "Yellow plays")
    assert referee.record() == lines, referee.record()
    page.touch("#answers button")
    page.touch("#carry")
    until("the shot", lambda: referee.record()[-1]["event"] == "shot")


with a_game() as (referee, window):
    page, other = window(), None
    referee.phone.move_to(picture(12))
    page.open(f"{referee.url}#{referee.code}")
    page.wait("#who", "umpire")
    page.wait("#turn", "red to play")
    referee.phone.move_to(picture(13))
    page.wait("#turn", "yellow to play")
    tabs()
    held_back()
    no_pictures()
    frozen()
    killed()
