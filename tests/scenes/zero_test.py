"""squint zero as a user runs it, on scenes that it draws for itself: zero_test.py SQUINT"""
import json
import subprocess
import sys
import tempfile

SQUINT = sys.argv[1]


def squint(*arguments, status=0):
    done = subprocess.run([SQUINT, *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == status, f"{arguments}: ended by {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def draw(folder, family):
    squint("synth", "scenes", "--family", family, "--size", "1920x1080", "--lighting", "panels", "--seed", "3", "--out", folder)
    return f"{folder}/{family}_001"


def a_true_camera_passes(folder):
    scene = draw(folder, "touching")
    said = squint("zero", "--calibration", f"{scene}.json", f"{scene}.jpg")
    assert said.count("true ") >= 5 and "Passed" in said, said
    return scene


def a_wrong_scale_fails(folder, scene):
    camera = json.load(open(f"{scene}.json"))
    camera["camera"]["fx"] *= 0.94
    camera["camera"]["fy"] *= 0.94
    wrong = f"{folder}/wrong.json"
    json.dump(camera, open(wrong, "w"))
    out = json.loads(squint("zero", "--json", "--calibration", wrong, "--write", wrong, f"{scene}.jpg", status=1))
    assert out["zero"]["passed"] is False and out["zero"]["mean_mm"] > 0.5, out["zero"]
    assert len(out["measured"]) == out["zero"]["distances"] >= 5
    kept = json.load(open(wrong))
    assert kept["zero"] == out["zero"] or abs(kept["zero"]["rms_mm"] - out["zero"]["rms_mm"]) < 1e-4
    assert kept["camera"] == camera["camera"]
    squint("zero", "--limit", "9", "--calibration", wrong, f"{scene}.jpg")
    assert f"Written: {wrong}" in squint("zero", "--limit", "9", "--calibration", wrong, "--write", wrong, f"{scene}.jpg")
    before = open(wrong).read()
    for tested in ([], ["--calibration", f"{scene}.json"]):  # another camera than the one that would get the result
        assert f"give --calibration {wrong}" in squint("zero", *tested, "--write", wrong, f"{scene}.jpg", status=2)
    assert open(wrong).read() == before


def what_is_missing_is_said(folder, scene):
    empty = draw(folder, "empty")
    assert "pairs of winks that touch" in squint("zero", "-c", f"{empty}.json", f"{empty}.jpg", status=2)
    assert "board" in squint("zero", "--card", "29", "-c", f"{scene}.json", f"{scene}.jpg", status=2)
    assert "--limit" in squint("zero", "--limit", "x", f"{scene}.jpg", status=2)


with tempfile.TemporaryDirectory() as temporary:
    drawn = a_true_camera_passes(temporary)
    a_wrong_scale_fails(temporary, drawn)
    what_is_missing_is_said(temporary, drawn)
