"""How fast XWORLD3D is, next to MiniWorld and ViZDoom in the same run, on one core; and where its time goes.

    python benchmarks/world3d.py [--quick]        (needs the extra "bench")

Frames include physics, teacher, autoreset and infos; actions are random. All worlds are measured in turns, window by
window, so that a busy machine slows all of them; medians are reported. "CPU" counts only the time that a world computed,
"share" is that time as a part of the time on the wall: near 100% on an idle core. Costs below are CPU time too.
"""

import resource
import statistics
import time
from typing import Any

import numpy as np
from measure import Ours, Player, Rate, begin, in_turns, print_start, ratio, timed
from numpy.typing import NDArray
from peers3d import NOTHING, available, megabytes, packages

from xworld.maps.grid import FREE
from xworld.objects.mesh import Mesh
from xworld.objects.meshes import MeshPack
from xworld.objects.models import models
from xworld.world3d.world import World3D

WORLD = "XWorld3D-v0"
DOOM_SIDE = 139  # 139 × 139 are as many pixels as 160 × 120
Sweep = dict[str, Ours]


def ball(rings: int) -> Mesh:
    """A ball of 4·rings·(rings − 1) triangles."""
    around = 2 * rings
    polar, turn = np.meshgrid(np.linspace(0, np.pi, rings + 1), np.arange(around) * np.pi / rings, indexing="ij")
    points = np.stack([np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)], axis=-1)
    ring, k = np.mgrid[:rings, :around]
    left, right = ring * around + k, ring * around + (k + 1) % around
    lower, upper = (left, left + around, right + around), (left, right + around, right)
    triangles = np.concatenate([np.stack(lower, -1)[:-1].reshape(-1, 3), np.stack(upper, -1)[1:].reshape(-1, 3)])
    colours = np.full((len(triangles), 3), 160, np.uint8)
    return Mesh(points.reshape(-1, 3).astype(np.float32), triangles.astype(np.int32), colours).fitted()


def with_balls(rings: int) -> Ours:
    """The default world with a ball for every model."""
    ours = Ours(WORLD, 32)
    simulation = ours.simulation
    classes = simulation.world.pack.classes
    balls = MeshPack("balls", classes, ((ball(rings),),) * len(classes))
    simulation.world = World3D(balls, simulation.batch, simulation.options)
    return ours


def cpu(rates: list[Rate]) -> float:
    return statistics.median(rate.cpu for rate in rates)


def compare(seconds: float, rounds: int) -> None:
    """Frames per second of all worlds, the ratios, and what had to be installed."""
    ours, peers = Ours(WORLD, 32), available()
    players: list[Player] = [ours, Ours(WORLD, 32, pixels=DOOM_SIDE), *peers]
    names = ["XWORLD3D, 84×84", f"XWORLD3D, {DOOM_SIDE}×{DOOM_SIDE}", *(peer.title for peer in peers)]
    windows = in_turns(players, seconds, rounds)
    print(f"{'frames per second':32} {'median':>9} {'best':>9} {'CPU':>9} {'share':>6}")
    for name, rates in zip(names, windows):
        walls, share = [rate.wall for rate in rates], statistics.median(rate.wall / rate.cpu for rate in rates)
        print(f"{name:32} {statistics.median(walls):9,.0f} {max(walls):9,.0f} {cpu(rates):9,.0f} {share:6.0%}")
    print(f"XWORLD3D: 8×8, 4 objects, 16 obstacles, 32 environments, sessions of {ours.session_length:.0f} steps\n")
    for peer, theirs in zip(peers, windows[2:]):
        for name, mine in zip(names, windows[:2]):
            on_wall, in_cpu = (ratio([r[n] for r in mine], [r[n] for r in theirs]) for n in (0, 1))
            print(f"{name:17} ÷ {peer.title:32} {on_wall:6.1f}   CPU {in_cpu:6.1f}")
    print("\nwhat they need beyond Python")
    own = packages("gft-xworld")
    _print_needs("XWORLD3D", own, NOTHING)
    for peer in peers:
        more = {name: version for name, version in packages(peer.distribution).items() if name not in own}
        _print_needs(peer.title.split()[0], more, f"{peer.system}\n    {peer.engine}")
    print(flush=True)


def _print_needs(title: str, pip: dict[str, str], system: str) -> None:
    listed = ", ".join(f"{name} {version}" for name, version in sorted(pip.items()))
    print(f"  {title}\n    pip: {listed} ({megabytes(pip):.0f} MB)\n    {system}")


def profile(rounds: int) -> None:
    """Where the time of a frame goes, by leaving parts out of a copy of the state."""
    ours = Ours(WORLD, 32)
    simulation = ours.simulation
    for _ in range(300):  # until sessions end at any time
        ours.step()
    leave_out: dict[str, dict[str, int]] = {
        "clearing and unpacking": {"rows": 0, "columns": 0, "count": 0},
        "models": {"rows": 0, "columns": 0},
        "walls and floor": {"grid": FREE},
        "blocks, less what they hide": {},
    }
    ours.steps = ours.sessions = 0
    play = reset = physics = 0.0
    drawn = np.zeros(len(leave_out))
    for _ in range(rounds):
        play += timed(lambda: [ours.step() for _ in range(20)], 1) / 20
        state = simulation.batch.copy()
        for n, fields in enumerate(leave_out.values()):
            for name, value in fields.items():
                simulation.batch[name] = value
            drawn[n] += timed(lambda: simulation.world.images(simulation.everyone), 3)
            simulation.batch[:] = state
        physics += timed(lambda: simulation.step(ours.actions[0]), 1)
        reset += timed(lambda: simulation.begin(simulation.everyone), 1)
        simulation.batch[:] = state
    unit = 1e6 / rounds / ours.n  # µs a frame
    parts = dict(zip(leave_out, np.diff(drawn, prepend=0.0) * unit))
    ended = ours.sessions / ours.steps  # with every session that ends, its last frame is drawn too
    parts["physics"] = physics * unit
    parts["resets and last frames"] = (reset + drawn[-1]) * unit * ended
    parts["observations, infos, Gymnasium"] = play * unit - sum(parts.values())
    print(f"{'where the time goes':32} {'µs':>9}")
    for name, cost in [*parts.items(), ("a frame in all", play * unit)]:
        print(f"{name:32} {cost:9.1f} {cost / (play * unit):6.0%}")
    print(flush=True)


def growth(rounds: int) -> None:
    """What a frame costs in other worlds: drawing it, and beginning a session, on fresh sessions each time."""
    sweeps: dict[str, Sweep] = {
        "image": {f"{side}×{side}": Ours(WORLD, 32, pixels=side) for side in (42, 84, 168, 336)},
        "map": {f"{size}×{size}": Ours(WORLD, 32, size=size) for size in (*range(3, 12), 16)},
        "obstacles": {str(count): Ours(WORLD, 32, obstacles=count) for count in (0, 8, 16, 24, 32)},
        "objects": {str(count): Ours(WORLD, 32, goals=count, obstacles=16) for count in (2, 4, 6, 8)},
        "triangles of a model": {str(4 * r * (r - 1)): with_balls(r) for r in (2, 4, 8, 16, 32)},
    }
    players = [ours for sweep in sweeps.values() for ours in sweep.values()]
    costs = np.zeros((len(players), 2))
    for _ in range(rounds):
        costs += [_fresh(ours) for ours in players]
    costs *= 1e6 / rounds
    triangles = np.mean([len(mesh.triangles) for meshes in models().meshes for mesh in meshes])
    print(f"{'how it grows':24} {'µs a frame':>12} {'µs a reset':>12}   drawn on fresh sessions, in turns")
    rows = iter(costs)
    for title, sweep in sweeps.items():
        for value in sweep:
            frame, reset = next(rows)
            print(f"{title:20} {value:>9} {frame:9.1f} {reset:12.1f}")
    print(f"the built-in models have {triangles:.0f} triangles on average\n", flush=True)


def _fresh(ours: Ours) -> NDArray[Any]:
    """Seconds a frame and a reset take, on sessions that have just begun."""
    simulation = ours.simulation
    began = time.process_time()
    simulation.begin(simulation.everyone)
    begun = time.process_time()
    simulation.world.images(simulation.everyone)
    return np.array([time.process_time() - begun, begun - began]) / ours.n


def services(repeats: int) -> None:
    """What only evaluation, imitation and people ask for."""
    plain, measured = (Ours(WORLD, 32, optimal=optimal).simulation for optimal in (False, True))
    plain.render(0, "rgb_array")  # compiles
    costs = {
        "oracle's next action": timed(plain.oracle, repeats) / 32,
        "reset of one environment, median": timed(lambda: plain.begin(plain.everyone), repeats) / 32,
        "the same with optimal=True, for SPL": timed(lambda: measured.begin(measured.everyone), repeats) / 32,
        "picture of 512×512 for people": timed(lambda: plain.render(0, "rgb_array"), repeats // 5),
        "the map from above": timed(lambda: plain.render(0, "top_view"), repeats // 5),
    }
    for name, seconds in costs.items():
        print(f"{name:36} {1e6 * seconds:12,.1f} µs")
    print(flush=True)


def main() -> None:
    quick = begin(__doc__)
    seconds, rounds = (0.3, 3) if quick else (2.0, 9)
    print_start(WORLD)
    compare(seconds, rounds)
    profile(20 if quick else 200)
    growth(10 if quick else 100)
    services(10 if quick else 100)
    counts = (1, 8, 32, 128, 1024)
    for n, rates in zip(counts, in_turns([Ours(WORLD, n) for n in counts], seconds / 2, rounds)):
        print(f"{'environments':20} {n:9,} {1e6 / cpu(rates):9.1f} µs a frame, all included")
    print(f"\n{'peak memory of this run':32} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:9.0f} MiB")


if __name__ == "__main__":
    main()
