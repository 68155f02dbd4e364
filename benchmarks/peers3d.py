"""The peers of XWORLD3D: MiniWorld and ViZDoom, one environment each, as their users run them; and what each world needs.

Debian packages are those that a bare Debian 12 with Python 3.11 lacks, found by adding one after the other until it runs.
"""

import contextlib
import ctypes
import io
import os
import re
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import gymnasium as gym
import numpy as np
from measure import Player

NOTHING = "no Debian packages, no display"


class MiniWorld(Player):
    """MiniWorld's PickupObjects in OpenGL, headless by EGL: nothing but its software renderer is at work on one core."""

    title = "MiniWorld PickupObjects, 84×84"
    distribution = "miniworld"
    system = "Debian packages libgl1 libglu1-mesa libegl1 libfreetype6; no display with EGL, else Xvfb"

    def __init__(self) -> None:
        os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"  # one core, no graphics card
        import pyglet

        pyglet.options["headless"] = True
        with contextlib.redirect_stdout(io.StringIO()):  # it says which multisampling it can have
            import miniworld  # noqa: F401  registers its environments

            self.env = gym.make("MiniWorld-PickupObjects-v0", obs_width=84, obs_height=84)
            self.env.reset(seed=0)
        from pyglet import gl

        renderer = ctypes.cast(gl.glGetString(gl.GL_RENDERER), ctypes.c_char_p).value or b"?"
        self.engine = f"OpenGL by {renderer.decode()}"
        self.actions = np.random.default_rng(0).integers(0, 5, 4096)
        self.frames = 0

    def step(self) -> int:
        _, _, terminated, truncated, _ = self.env.step(self.actions[self.frames % 4096])
        if terminated or truncated:
            self.env.reset()
        self.frames += 1
        return 1


class ViZDoom(Player):
    """ViZDoom's basic scenario without its Gymnasium wrapper; the game is a process of its own on the same core."""

    title = "ViZDoom basic, 160×120"
    distribution = "vizdoom"
    system = NOTHING

    def __init__(self) -> None:
        import vizdoom

        self.game = vizdoom.DoomGame()
        self.game.load_config(os.path.join(vizdoom.scenarios_path, "basic.cfg"))
        self.game.set_screen_resolution(vizdoom.ScreenResolution.RES_160X120)
        self.game.set_screen_format(vizdoom.ScreenFormat.RGB24)
        self.game.set_window_visible(False)
        before = set(_children())
        self.game.init()
        self.children = tuple(set(_children()) - before)
        self.engine = "Doom's own software renderer"
        buttons = self.game.get_available_buttons_size()
        self.actions = np.eye(buttons, dtype=int)[np.random.default_rng(0).integers(0, buttons, 4096)].tolist()
        self.frames = 0

    def step(self) -> int:
        self.game.make_action(self.actions[self.frames % 4096])
        if self.game.is_episode_finished():
            self.game.new_episode()
        image = self.game.get_state().screen_buffer
        self.frames += 1
        return len(image) // 120


def available() -> list[MiniWorld | ViZDoom]:
    """The peers that run here; of the others it is said why not."""
    found: list[MiniWorld | ViZDoom] = []
    for peer in (MiniWorld, ViZDoom):
        try:
            found.append(peer())
        except Exception as error:  # a missing package, library, display: each fails in its own way
            name = peer.distribution
            print(f"{name} is left out, it does not run here ({error}); pip install {name}; {peer.system}.\n", flush=True)
    return found


def packages(distribution: str) -> dict[str, str]:
    """A distribution and all that it requires, with their versions, as far as they are installed."""
    found: dict[str, str] = {}
    waiting = [distribution]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        with contextlib.suppress(metadata.PackageNotFoundError):
            if name not in found:
                found[name] = metadata.version(name)
                required = [entry for entry in metadata.requires(name) or () if "extra ==" not in entry]
                waiting += [match[0] for entry in required if (match := re.match(r"[\w.-]+", entry))]
    return found


def megabytes(distributions: Iterable[str]) -> float:
    """The room that installed distributions take."""
    files = [file.locate() for name in distributions for file in metadata.files(name) or ()]
    return sum(Path(str(file)).stat().st_size for file in files if Path(str(file)).exists()) / 1e6


def _children() -> Iterator[int]:
    """Processes that this one has started."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # gone by now
            if int(status.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                yield int(status.parent.name)
