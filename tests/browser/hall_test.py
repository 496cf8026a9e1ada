"""The hall's front page, as a browser shows what a table has said: hall_test.py SQUINT GAME RESTS"""
import hashlib
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../hall")
# pylint: disable=wrong-import-position
from hall import Broker, Hall, need_broker
from pages import SQUINT, Browser

GAME = "00000000000000aa"
LINES = ['{"event":"game","rules":"etwa-2012","form":"pairs"}\n', '{"event":"pass","t":5,"colour":"blue","question":3,"held":true}\n']
STATE = {"type": "state", "n": 2, "phase": "timed", "turn": "green", "await": None, "tiddlies": {"blue": 1, "green": 2, "red": 3, "yellow": 4},
         "score": None, "elapsed_s": 60, "limit_s": 1500, "clock_runs": True, "t": 5}
QUESTION = {"type": "question", "question": 3, "text": "Does b3 lie over Y2?", "readings": [{"reading": 1, "text": "It does."}, {"reading": 2, "text": "It does not."}]}


def say(topic, **payload):
    broker.say(f"squint/1/club/1/{topic}", json.dumps({"version": 1, "game": GAME, **payload}).encode())


def tell_a_held_line():
    say("online", state="ready", birth=5)
    for seq, (line, n) in enumerate((({"type": "event", "event": "game", "line": 1}, 1), (QUESTION, 0),
                                     ({"type": "event", "event": "pass", "line": 2, "question": 3, "held": True}, 2), (STATE, 0)), 1):
        digest = hashlib.sha256("".join(LINES[:n]).encode()).hexdigest()
        record = {"record": {"number": 1, "first": n, "text": LINES[n - 1], "sha256": digest}} if n else {}
        say("line", seq=seq, line={"seq": seq, **line}, **record)


need_broker()
top = tempfile.mkdtemp()
broker = Broker(top)
with open(f"{top}/rounds.csv", "w", encoding="utf-8") as rounds:
    rounds.write("table;round;blue;red;green;yellow\n1;1;Ann;Bob;Cy;Di\n")
hall = Hall(SQUINT, top, broker.port, "--rounds", f"{top}/rounds.csv")
broker.wait_until_heard("club")
page = Browser()
try:
    tell_a_held_line()
    page.open(f"http://127.0.0.1:{hall.port}/")
    page.wait(".asks", "Line 2 is held")
    assert "null" not in page.text("#table-1"), page.text("#table-1")
    assert page.run("return [...document.querySelectorAll('.due-colour .chip')].map((e) => e.className)") == ["chip green"]
    # The clock stands where the source does: no frame came between two heartbeats.
    for _ in (1, 2):
        say("health", t=25.0, frames=100, seq=4)
    page.wait("#table-1 .clock", "23:40")
    page.run("return new Promise((on) => setTimeout(on, 1500))")
    assert page.text("#table-1 .clock") == "23:40", page.text("#table-1")
    # The rounds say who plays, where the table does not.
    page.wait("#table-1 .names", "Ann, Bob")
    # Its answers stand there for who has typed the code, and nothing for others.
    assert not page.find("#table-1 .answer")
    page.run("byId('who').value = 'ß'.repeat(40); byId('who').dispatchEvent(new Event('input'))")
    assert page.run("return byId('who').validationMessage") == "This name is too long. A shorter form will do."
    page.run("byId('who').value = 'Ann'; byId('who').dispatchEvent(new Event('input')); byId('code').value = arguments[0]", hall.code())
    page.touch("#login button")
    page.wait("#table-1 .answer", "It does not.")
    # A table that is closed plays no more, and its questions are answered at the table itself.
    say("online", state="disconnected", birth=5)
    page.wait("#table-1 .is", "closed")
    page.wait("#table-1 .faint", "no longer refereed")
    assert not page.find("#table-1 .answer")
    page.open(f"http://127.0.0.1:{hall.port}/results")
    page.wait("#games", "not finished")
    page.open(f"http://127.0.0.1:{hall.port}/")
    page.wait(".asks", "Line 2 is held")
    assert "null" not in page.text("#table-1"), page.text("#table-1")
    page.assert_no_faults()
except BaseException:
    page.tell()
    raise
finally:
    page.close()
    hall.end()
    broker.end()
    shutil.rmtree(top)
