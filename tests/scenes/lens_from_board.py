"""The lens from pictures of a board, as a user finds it: lens_from_board.py SQUINT FOLDER CASE

FOLDER holds charuco_*.jpg with their truth. CASE: truth (against the camera that took them), mrcal (against
mrcal's solution from the same crossings). Ends with 77 where the pictures or mrcal are not there."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

SQUINT, FOLDER, CASE = sys.argv[1:4]
PICTURES = sorted(glob.glob(os.path.join(FOLDER, "charuco_*.jpg")))
MAT = os.path.join(FOLDER, "empty_game_camera.jpg")


def skip(why):
    print(why)
    sys.exit(77)


def squint(*arguments, status=0):
    done = subprocess.run([SQUINT, *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == status, f"{arguments}: ended by {done.returncode}: {done.stderr}"
    return done.stdout + done.stderr


def against_truth(folder):
    """Focal length and middle within 2.5 of their deviations; the overlay is there; the lens finds the mat."""
    lens, overlay, camera = (f"{folder}/{name}" for name in ("lens.json", "residuals.png", "camera.json"))
    said = squint("calibrate", "--board", "--out", lens, "--overlay", overlay, *PICTURES)
    assert f"{len(PICTURES)} views cover" in said and os.path.getsize(overlay) > 1000, said
    truth = json.load(open(PICTURES[0].replace(".jpg", ".json")))["camera"]
    found = json.load(open(lens))
    for key in ("fx", "fy", "cx", "cy"):
        off, sigma = found["camera"][key] - truth[key], found["deviation"][key]
        print(f"{key}: off by {off:.2f}, deviation {sigma:.2f}")
        assert abs(off) <= 2.5 * sigma, key
    assert found["deviation"]["fx"] < 0.005 * truth["fx"] and found["rms_px"] < 0.15, found
    assert "without a place" in squint("look", "--calibration", lens, MAT, status=2)
    print(squint("calibrate", "--lens", lens, "--out", camera, MAT))
    height = json.load(open(MAT.replace(".jpg", ".json")))["camera"]["t"][2]
    assert abs(json.load(open(camera))["camera"]["t"][2] / height - 1) < 0.01


def against_mrcal(folder):
    """The residual is at most a twentieth over mrcal's, from the same crossings with the same kind of lens."""
    if not shutil.which("mrcal-calibrate-cameras"):
        skip("mrcal is not installed (Debian's package mrcal), skipped")
    corners, lens = f"{folder}/corners.vnl", f"{folder}/lens.json"
    squint("calibrate", "--board", "--out", lens, "--corners", corners, *PICTURES)
    text = open(corners).read().replace(os.path.dirname(PICTURES[0]) + "/", "")
    open(corners, "w").write(text)
    for picture in PICTURES:
        os.symlink(os.path.abspath(picture), f"{folder}/{os.path.basename(picture)}")
    done = subprocess.run(
        ["mrcal-calibrate-cameras", "--corners-cache", "corners.vnl", "--lensmodel", "LENSMODEL_OPENCV4", "--focal",
         "1600", "--object-spacing", "0.029", "--object-width-n", "8", "--object-height-n", "5", "--imagersize",
         "1920", "1080", "charuco_*.jpg"], capture_output=True, text=True, cwd=folder, timeout=600)
    assert done.returncode == 0, done.stderr
    theirs = float(re.findall(r"RMS error: ([0-9.]+)", done.stdout + done.stderr)[-1])
    ours = json.load(open(lens))["rms_px"]
    print(f"residual: ours {ours:.4f}, mrcal's {theirs:.4f} pixels")
    assert ours <= 1.05 * theirs


if not PICTURES:
    skip(f"{FOLDER}: absent, skipped")
with tempfile.TemporaryDirectory() as temporary:
    {"truth": against_truth, "mrcal": against_mrcal}[CASE](temporary)
