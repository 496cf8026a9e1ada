"""The server goes and comes back, and two umpires act at once: connection_test.py SQUINT GAME RESTS"""
import signal
import time

from pages import ESCAPE, a_game, picture, until

LOST_WITHIN_S = 2.5  # the page says so 2 s after the last beat; the rest is for the driver to see it

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
    said = page.wait("#said.bad", "Not done")
    assert "line" in said.text or "since" in said.text, said.text
    assert len(referee.record()) == lines, referee.record()
    page.wait("#turn", "blue to play")  # both see one truth


def held_back():
    """While the umpire corrects, the audience sees what it saw, and that it is held."""
    other.open(f"{referee.url}board")
    other.wait(".side")
    before = other.find(".last").text
    page.touch("#actions button", "Hold the public score")
    other.wait("#held", "held back")
    page.wait("#held", "held back")
    page.touch("#actions button", "Take back")
    page.touch("#carry")
    until("the undo", lambda: referee.record()[-1]["event"] == "undo")
    page.wait("#turn", "yellow to play")
    assert other.find(".last").text == before, other.find(".last").text
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


def frozen():
    """A server that says nothing is lost, within two seconds; when it is back the page is true again."""
    referee.run.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    for one in (page, other):
        one.wait("#link.lost", patience=LOST_WITHIN_S)
    print(f"frozen: said after {time.monotonic() - began:.1f} s")
    referee.run.send_signal(signal.SIGCONT)
    page.wait_gone("#link.lost", patience=3)


def killed():
    """Killed and resumed on the same port: the pages come back by themselves, and what came meanwhile is there."""
    lines = referee.record()
    page.run("setMode('shot=ask'); setMode('squop=ask')")
    page.key("a")
    for mode in ("shot=ask", "squop=ask"):
        page.wait(f"#modes button[data-set='{mode}'][aria-pressed=true]")
    page.key(ESCAPE)
    referee.end(signal.SIGKILL)
    page.wait("#link.lost", patience=LOST_WITHIN_S)
    referee.resume()
    page.wait_gone("#link.lost", patience=5)
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
