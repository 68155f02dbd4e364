"""A grid on a real local Ray cluster of two nodes with one core each, one of which is killed in the middle: the grid ends
complete, with the weights and outcomes of one that was left alone.

    python -m tests.gft.grid.ray_cluster [--port 6391]

It needs the extra "cluster" and takes a few minutes; `make grid-ray` runs it.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from gft.grid.local import run_here
from gft.grid.manifest import path_of
from gft.grid.state import state_of
from gft.runs.folder import checkpoints
from tests.gft.grid.cells import tiny_grid
from tests.gft.grid.test_cell import alive, outcomes, weights

SMALL = ["--num-cpus", "1", "--object-store-memory", "80000000", "--block", "--disable-usage-stats"]
CHANGES = {"methods": ("gft-2", "film"), "steps": 8_192, "checkpoint_every": 256}


def node(*words: str) -> "subprocess.Popen[bytes]":
    """A node, in a group of processes of its own."""
    ray = Path(sys.executable).with_name("ray")
    return subprocess.Popen([str(ray), "start", *words, *SMALL], stdout=subprocess.DEVNULL, start_new_session=True)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill all of a node at once."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_for_nodes(address: str, count: int, seconds: float = 180) -> None:
    import ray

    deadline = time.monotonic() + seconds
    while True:
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
            alive_nodes = [each for each in ray.nodes() if each["Alive"]]
            ray.shutdown()
            if len(alive_nodes) == count:
                return
        except (ConnectionError, RuntimeError, ValueError):
            pass
        assert time.monotonic() < deadline, "the cluster does not come up"
        time.sleep(1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=6391)
    options = parser.parse_args()
    address = f"127.0.0.1:{options.port}"
    with tempfile.TemporaryDirectory() as folder:
        whole, shared = Path(folder) / "whole", Path(folder) / "shared"
        cells = tiny_grid(whole, **CHANGES)
        assert tiny_grid(shared, **CHANGES) == cells
        assert run_here(whole, cells, 2, (), print, lambda: None) == 0
        nodes = [node("--head", "--port", str(options.port), "--include-dashboard", "false")]
        try:
            wait_for_nodes(address, 1)
            nodes.append(node("--address", address))
            wait_for_nodes(address, 2)
            print("two nodes of one core each", flush=True)
            words = [sys.executable, "-m", "gft", "reproduce", "--resume", str(shared), "--ray", address]
            driver = subprocess.Popen(words)
            while any(len(checkpoints(path_of(shared, cell))) < 2 for cell in cells):
                assert driver.poll() is None, "the driver has ended early"
                time.sleep(0.05)
            assert len(alive(shared)) == 2, "a cell on each node"
            print("killing a node:", "; ".join(f"{cell.name} {state_of(shared, cell)}" for cell in cells), flush=True)
            end(nodes.pop())
            assert driver.wait() == 0
        finally:
            for each in nodes:
                end(each)
        for cell in cells:
            ours, theirs = (weights(path_of(grid, cell)) for grid in (shared, whole))
            assert all(np.array_equal(ours[name], theirs[name]) for name in theirs), cell.name
            assert outcomes(path_of(shared, cell)) == outcomes(path_of(whole, cell)), cell.name
        resumed = [(path_of(shared, cell) / "cell.log").read_text().count("from step") for cell in cells]
        assert sum(resumed) >= 1, "no cell had to go on"
        how = f"{len(cells)} cells complete, {sum(resumed)} went on from a checkpoint"
        print(f"a node was killed: {how}; weights and outcomes as of those left alone")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
