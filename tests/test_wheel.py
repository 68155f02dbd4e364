"""A wheel built from the tree, installed into an empty environment outside of it, plays."""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLAY = """
import gymnasium as gym, xworld, gft
envs = gym.make_vec("XWorld2D-v0", num_envs=2, size=4)
envs.reset(seed=0)
for _ in range(60):
    envs.step(envs.oracle())
print(xworld.__file__, len(xworld.vocabulary("2d")), gft.__version__)
"""


def test_a_wheel_installs_elsewhere_and_plays(tmp_path):
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, ROOT], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
    ended = subprocess.run([python, "-c", PLAY], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    file, words, version = ended.stdout.split()
    assert Path(file).is_relative_to(tmp_path)
    assert (words, version) == ("163", "0.1.0")
    for command in ("xworld", "gft"):
        said = subprocess.run([python.with_name(command), "--help"], capture_output=True, text=True, check=True).stdout
        assert "usage" in said
    licence = "from importlib.metadata import metadata; print(metadata('gft-xworld')['License-Expression'])"
    assert subprocess.run([python, "-c", licence], capture_output=True, text=True, check=True).stdout == "MIT\n"
