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
