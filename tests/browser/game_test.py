"""A game that is umpired through the pages: game_test.py SQUINT GAME RESTS"""
from pages import ENTER, Browser, Referee, picture, until

referee = Referee()
page = Browser()


def correction(name, *expected):
    """The last events of the record are these, and it took no more than three touches or four keys."""
    until(f"{name}: {expected}", lambda: [e["event"] for e in referee.record()[-len(expected):]] == list(expected))
    touches, keys = page.counted()
    print(f"{name}: {touches} touches, {keys} keys")


try:
    page.open(f"{referee.url}#{referee.code}")
    page.wait("#who", "umpire")
    assert "#" not in page.is_.current_url, "the code stays in the address"
    page.wait("#turn", "green to play")

    # Agreed: nothing is to be done.
    referee.phone.move_to(picture(12))
    page.wait("#shots button", "Green plays")
    assert "G1" in referee.wait_for_line(3)["wink"], referee.record()
    page.wait("#turn", "red to play")

    # A question: the likeliest answer stands first.
    referee.phone.jump_to(picture(13))
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

    # A past line is taken back, with what would differ shown first.
    page.wait_gone("dialog")
    page.touch("#shots button", "Green plays")
    page.touch("button", "Take line 3 back")
    page.wait("#differs p")
    page.touch("#carry")
    correction("a past line", "amend")
    page.assert_no_faults()
    referee.phone.move_to(picture(13))
finally:
    page.close()
    referee.end()
    print(referee.text())
    referee.close()
