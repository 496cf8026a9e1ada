"""The camera by the umpire's page: zero test, calibration with one confirmation, and the mat's corners touched where it is not
found, by touch and by keys: camera_test.py SQUINT GAME RESTS SIDELESS"""
import json
import os
import sys

from pages import ARROWS, ENTER, ESCAPE, GAME, SHIFT, TAB, a_game, lines_of, picture, until

SIDELESS = sys.argv[4]  # a mat on a table of its own colour, and where its corners are


def camera_file():
    """The game's own."""
    with open(f"{referee.out}/camera.json", encoding="utf-8") as f:
        return json.load(f)


def rests():
    return lines_of(f"{referee.out}/rests.jsonl") if os.path.exists(f"{referee.out}/rests.jsonl") else []


def zero_test():
    """What touches is measured, and the game's camera keeps the result."""
    page.touch("#actions button", "Camera")
    page.touch("#zero-test")
    page.wait("#bench p", "known distances")
    rows = page.run("return document.querySelectorAll('#bench tr').length - 1")
    assert rows >= 3, rows
    page.touch("#keep-zero")
    page.wait("#bench p", "Kept with")
    until("the game's camera has it", lambda: camera_file().get("zero", {}).get("distances") == rows)
    page.key(ESCAPE)
    print("zero test:", page.counted())
    page.key("k", ENTER)  # the zero test has the focus
    page.wait("#keep-zero")
    page.key(ENTER)
    page.wait("#bench p", "Kept with")
    print("zero test by keys:", page.counted())
    page.key(ESCAPE)


def calibration():
    """One confirmation; the game goes on by it."""
    before = camera_file()["camera"]
    page.touch("#actions button", "Camera")
    page.touch("#find-camera")
    page.wait("#bench p", "The camera is found from")
    until("the check's picture", lambda: page.run("return document.querySelector('#bench img').naturalWidth") > 1000)
    page.touch("#use-camera")
    page.wait("#bench p", "used from now on")
    page.key(ESCAPE)
    print("calibration:", page.counted(3, 5))
    until("the terminal tells it", lambda: "has confirmed the camera" in referee.text())
    assert "covariance" in camera_file() and abs(camera_file()["camera"]["fx"] / before["fx"] - 1) < 0.02
    judged = len(rests())
    referee.phone.move_to(picture(13))
    until("the game goes on by it", lambda: len(rests()) > judged)


def place_on(picture_px):
    """Where a pixel of the camera's picture is on the page."""
    return page.run("""const s = document.getElementById("corners"), m = s.getScreenCTM();
        const p = new DOMPoint(arguments[0], arguments[1]).matrixTransform(m); return [p.x, p.y]""", *picture_px)


def corners_touched(at):
    """Four touches, one of them moved; then the camera is found and taken."""
    for x, y in at[:3]:
        page.touch_at(place_on((x, y)))
    wrong = (at[3][0] - 60, at[3][1] - 60)
    page.touch_at(place_on(wrong))
    page.wait("#corners-left", "All four")
    page.drag_from(place_on(wrong), place_on(at[3]))
    page.touch("#use-corners")
    page.wait("#bench p", "the corners that were touched")


def corners_by_keys(at):
    """The cross goes by arrows, with Shift by one pixel."""
    cross = [960, 540]
    for x, y in at:
        for axis, (less, more) in enumerate(ARROWS):
            way = round((x, y)[axis]) - cross[axis]
            arrow = more if way > 0 else less
            page.key(arrow * (abs(way) // 16) + SHIFT + arrow * (abs(way) % 16))
            cross[axis] += way
        page.key(ENTER)
    page.wait("#corners-left", "All four")
    page.key(TAB, ENTER)
    page.wait("#bench p", "the corners that were touched")


with a_game(first=f"{SIDELESS}.jpg") as (referee, window):
    page = window(width=1280, height=900)
    with open(f"{SIDELESS}.json", encoding="utf-8") as f:
        corners = json.load(f)["corners"]
    page.open(f"{referee.url}#{referee.code}")
    page.wait("#who", "umpire")
    page.wait("#faults", "mat is ")
    page.touch("#actions button", "Camera")
    page.touch("#find-camera")
    page.wait("#corners")
    corners_by_keys(corners)
    page.touch("#bench button", "Touch the corners instead")
    page.wait("#corners")
    corners_touched(corners)
    page.touch("#use-camera")
    page.wait("#bench p", "used from now on")
    page.key(ESCAPE)
    page.wait_gone("#faults")
    assert len(until("the rest in hand is judged", rests)) == 1
    page.counted(12, 999)
    referee.phone.move_to(picture(12))
    until("the next rest is judged", lambda: len(rests()) == 2)
    calibration()
    referee.phone.move_to(f"{GAME}/../scenes/slight-squop_004.jpg")  # with pairs that nearly touch; another mat
    until("the camera is found anew", lambda: "has moved" in referee.text())
    zero_test()
