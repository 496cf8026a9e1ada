"""The pages of a source that has ended: ended_test.py SQUINT GAME RESTS"""
import shutil
import tempfile

from pages import a_game, picture

folder = tempfile.mkdtemp()
for rest in (11, 12):
    shutil.copy(picture(rest), folder)
with a_game(source=folder) as (referee, window):
    page, board = window(), window()
    page.open(referee.url)
    board.open(f"{referee.url}board")
    for one in (page, board):
        one.wait("#health", "the video has ended")
        one.wait("#clock", ":")
        assert one.run("return state.clock_runs"), one.run("return state")
    # The game's clock stands where the source has ended, on each page, and whenever it was opened.
    said = page.text("#clock")
    page.run("return new Promise((on) => setTimeout(on, 2500))")
    board.open(f"{referee.url}board")
    board.wait("#health", "the video has ended")
    assert page.text("#clock") == board.text("#clock") == said, (page.text("#clock"), board.text("#clock"), said)
shutil.rmtree(folder)

# A camera, or what plays a video as if it were one, may end by itself: its pages stay, as a video's do.
with a_game(source=f"filesrc location={picture(11)} ! jpegdec ! imagefreeze num-buffers=60 ! video/x-raw,framerate=15/1 ! identity sync=true") as (referee, window):
    page = window()
    page.open(referee.url)
    page.wait("#health", "the camera sends no more")
    page.run("return new Promise((on) => setTimeout(on, 2500))")
    assert referee.run.poll() is None and not page.find("#link.lost"), referee.text()
    assert "its pages stay until Ctrl-C" in referee.text(), referee.text()
    page.assert_no_faults()
    assert referee.end() == 0 and "The camera's pictures end: " in referee.text(), referee.text()
