"""What the way of a phone's pictures refuses: phone_refusals_test.py SQUINT PICTURE.jpg. Nothing of it stops the game."""
import http.client
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SQUINT, PICTURE = sys.argv[1:3]
BODY_MAX = 3840 * 2160 // 8 * 3  # vision/capture/picture_inbox.h
FUZZED = 400
PATIENCE_S = 60  # under sanitizers, on a machine that does much else
folder = tempfile.mkdtemp()
told = open(f"{folder}/told", "w+", encoding="utf-8")
run = subprocess.Popen([SQUINT, "referee", "--out", f"{folder}/game", "--serve=127.0.0.1:0", "phone"], stdout=told, stderr=subprocess.STDOUT)


def text():
    with open(f"{folder}/told", encoding="utf-8") as f:
        return f.read()


def find_page():
    end = time.monotonic() + PATIENCE_S
    while run.poll() is None and time.monotonic() < end:
        found = re.search(r"http://127.0.0.1:(\d+)/phone#(\S+)", text())
        if found:
            return found.groups()
        time.sleep(0.05)
    raise AssertionError(text())


def ask(path, body=b"", cookie="", kind="image/jpeg"):
    """The status and what is said; 0 where the connection is cut off."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        link.request("POST", path, body, {"Origin": f"http://127.0.0.1:{port}", "Cookie": cookie, "Content-Type": kind})
        answer = link.getresponse()
        said = answer.read()
        return answer.status, json.loads(said) if said.startswith(b"{") else {}, answer.getheader("Set-Cookie") or ""
    except (BrokenPipeError, ConnectionResetError, http.client.RemoteDisconnected):
        return 0, {}, ""
    finally:
        link.close()


def begin(what):
    status, answer, _ = ask("/phone/begin", json.dumps(what).encode(), cookie)
    return status, answer.get("phone")


def picture(phone, n, t, body, play=1):
    return ask(f"/phone/picture?phone={phone}&n={n}&t={t}&play={play}", body, cookie)[0]


def larger(jpeg, width, height):
    """The same bytes that claim to be of another size."""
    at = next(i for i in range(len(jpeg)) if jpeg[i] == 0xff and jpeg[i + 1] in (0xc0, 0xc2))
    return jpeg[:at + 5] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + jpeg[at + 9:]


try:
    port, code = find_page()
    port = int(port)
    with open(PICTURE, "rb") as f:
        jpeg = f.read()
    cookie = ""
    assert begin({})[0] == 401 and picture("0", 1, 1, jpeg) == 401, "without the code"
    cookie = ask("/login", json.dumps({"code": code}).encode())[2].split(";")[0]

    assert picture("0" * 32, 1, 1, jpeg) == 409, "nobody is the camera yet"
    status, one = begin({})
    assert status == 200 and len(one) == 32
    assert begin({"phone": one}) == (200, one), "the same page again"
    assert begin({})[0] == 409 and begin({"phone": "f" * 32})[0] == 409, "one phone at a time"
    status, other = begin({"instead": True})
    assert status == 200 and other != one
    assert picture(one, 1, 1, jpeg) == 409, "it has given way"

    assert picture(other, 5, 10.0, jpeg) == 200
    for why, n, t, body, wanted in (("the same number", 5, 10.1, jpeg, 400), ("an older time", 6, 9.9, jpeg, 400), ("no time", 6, "x", jpeg, 400),
                                    ("no number", "-1", 10.1, jpeg, 400), ("no JPEG", 6, 10.1, b"GIF89a" + jpeg, 400), ("nothing", 6, 10.1, b"", 400),
                                    ("cut short", 6, 10.1, jpeg[:len(jpeg) // 2], 400), ("too many pixels", 6, 10.1, larger(jpeg, 8000, 8000), 413)):
        assert picture(other, n, t, body) == wanted, why
    assert picture(other, 6, 10.1, jpeg + bytes(BODY_MAX)) in (0, 413), "too many bytes"
    assert ask("/say", b" " * 100000, cookie)[0] == 413 and ask("/phone/begin", b"[" * 100000, cookie)[0] == 413, "words are short"
    assert picture(other, 7, 10.2, jpeg) == 200, "the next one is taken"

    seed = random.randrange(1 << 30)
    print("seed", seed)
    chance = random.Random(seed)
    for _ in range(FUZZED):
        way = chance.choice(["/phone/picture", "/phone/picture?", f"/phone/picture?phone={other}&n={chance.randrange(1 << 65)}&t={chance.random()}&play=1",
                             "/phone/begin", "/phone/picture?" + "&".join(chance.choice(["n=1", "t=", "play", "phone=%00", "%", "=", "t=nan", "n=1e9"]) for _ in range(5))])
        body = bytearray(jpeg[:chance.randrange(2000)])
        for _ in range(chance.randrange(9)):
            if body:
                body[chance.randrange(len(body))] = chance.randrange(256)
        status = ask(way, bytes(body), cookie)[0]
        assert status in (0, 200, 400, 409, 413, 429), (way, status)  # 429: words come slowly, pictures as they like
    assert run.poll() is None, text()
    time.sleep(1)
    status, again = begin({"instead": True})
    assert status == 200 and picture(again, 1, 1.0, jpeg) == 200, "a phone may come again"
    run.send_signal(signal.SIGINT)
    run.wait(PATIENCE_S)
    assert "frames watched" in text() and "Sanitizer" not in text(), text()
finally:
    run.kill()
    run.wait()
    print(text())
    shutil.rmtree(folder)
