"""Compiles what most tests need, once, before several processes start testing side by side and each compiles it again.

python -m tests.warm 2d|3d
"""

import sys

from tests.xworld.sessions import WORLDS
from xworld import icon


def warm(world: str) -> None:
    """Every kernel of a world that tests use: small records and large ones, pictures, and in 3D depth and segmentation."""
    more = [{"depth": True, "segmentation": True}] if world == "3d" else [{}]
    for options in ({}, {"size": 20, "goals": 10, "obstacles": 10}, *more):
        envs = WORLDS[world].batch(num_envs=2, autoreset=False, **options)
        envs.reset(seed=0)
        envs.step(envs.oracle())
        envs.scene(0)
        envs.solution(0)
        envs.picture(0, 96, 1)
        envs.texts()
    one = WORLDS[world].one(render_mode="rgb_array")
    one.reset(seed=0)
    one.render()
    icon(world, one.session().objects[0].kind)


if __name__ == "__main__":
    warm(sys.argv[1])
