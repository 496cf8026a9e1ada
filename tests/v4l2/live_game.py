"""A live game by a camera that is unplugged fifty times: live_game.py SQUINT GAME_CAMERA PLUGIN_FOLDER GAME LSAN

The sample game's beginning is sent by the camera double; the record is the same with and without the unplugging, and
Ctrl-C ends the game as the end of a video does. With --resume the camera is watched again: the record goes on behind
what stands there, on one clock."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

SQUINT, GAME_CAMERA, PLUGIN_FOLDER, GAME, SUPPRESSIONS = sys.argv[1:6]
SECONDS, TIMES, RATE = 12, 50, 15  # to behind the squidge-off; pictures a second


def watched(folder, camera, times, resume=False):
    """The record's lines, the rests' times, what was printed, and what was told."""
    subprocess.run([GAME_CAMERA, camera, str(times)], check=True)
    out = f"{folder}/out{times}"
    environment = dict(os.environ, LD_PRELOAD=PLUGIN_FOLDER, LSAN_OPTIONS=f"suppressions={SUPPRESSIONS}",
                       ASAN_OPTIONS="verify_asan_link_order=0:fast_unwind_on_malloc=0:malloc_context_size=10")
    told = []
    what = ["--resume"] if resume else ["--calibration", f"{GAME}/camera.json", "--film", f"{out}.mkv", f"v4l2:{camera}"]
    with subprocess.Popen([SQUINT, "referee", "--out", out, *what],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as run:
        for line in run.stderr:
            told.append(line)
            if "has sent no picture" in line:  # all was sent
                run.send_signal(signal.SIGINT)
        printed = run.stdout.read()
    assert run.returncode == 1, (run.returncode, told)  # the losses are told, also by the status
    record, rests = ([json.loads(line) for line in open(f"{out}/{name}.jsonl", encoding="utf-8")]
                     for name in ("game", "rests"))
    return record, [rest["t"] for rest in rests], printed, "".join(told)


def agree(a, b):
    """The same, but for a look that falls on the next frame: moments within 0.1 s, lengths within 0.1 mm."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(agree(a[k], b[k]) for k in a)
    return abs(a - b) < 0.1 if isinstance(a, float) else a == b


with tempfile.TemporaryDirectory() as folder:
    camera = f"{folder}/camera"
    subprocess.run([GAME_CAMERA, camera, f"{GAME}/game.mp4", str(SECONDS)], check=True)
    record, rests, printed, told = watched(folder, camera, 0)
    resumed, rests_resumed, _, told_resumed = watched(folder, camera, 0, resume=True)
    again, rests_again, printed_again, told_again = watched(folder, camera, TIMES)
print(told_again)
assert "Camera Double, MJPG 1920 x 1080" in told, told
assert [e["event"] for e in record] == ["game", "squidge-off"], record
assert len(again) == len(record) and all(map(agree, again, record)), (record, again)
assert all("shots" in text for text in (printed, printed_again)), (printed, printed_again)
assert len(rests) >= 5 and len(rests) == len(rests_again), (rests, rests_again)
assert all(abs(a - b) < 0.1 for a, b in zip(rests, rests_again)), (rests, rests_again)
assert told_again.count("unplugged") == TIMES and told_again.count("is back") == TIMES, told_again
filmed = re.search(r"(\d+) frames filmed, (\d+) dropped", told_again)  # not: how many, which is the disk's affair
assert filmed and sum(map(int, filmed.groups())) == SECONDS * RATE, told_again
summary = re.search(r"(\d+) frames watched, (\d+) lost on the way, (\d+) too late, (\d+) damaged", told_again)
assert summary and summary.groups() == (str(SECONDS * RATE), "0", "0", "0"), told_again
assert "Camera Double" in told_resumed, told_resumed
assert resumed[:len(record)] == record and len(resumed) > len(record), (record, resumed)
assert len(rests_resumed) > len(rests) and rests_resumed == sorted(rests_resumed), rests_resumed
