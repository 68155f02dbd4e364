"""A grid on a real local Ray cluster of two nodes with one core each, one of which is killed in the middle: the grid ends
complete, with the weights and outcomes of one that was left alone.

    python -m tests.gft.grid.ray_cluster [--port 6391]

It needs the extra "cluster" and takes a few minutes; `make grid-ray` runs it.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

import numpy as np

from gft.grid.local import run_here
from gft.grid.manifest import path_of
from gft.grid.state import state_of
from tests.gft.grid.cells import tiny_grid
from tests.gft.grid.test_cell import alive, outcomes, weights

SMALL = ["--num-cpus", "1", "--object-store-memory", "80000000", "--block", "--disable-usage-stats"]
CHANGES = {"methods": ("gft-2", "film"), "steps": 8_192, "checkpoint_every": 256}


def settle() -> None:
    """What Ray is told here, whatever it finds in the home folder: a token for this cluster alone, and not to put its
    workers behind all other work of this machine."""
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32), "RAY_worker_niceness": "0"}


def node(*words: str) -> "subprocess.Popen[bytes]":
    """A node, in a group of processes of its own."""
    command = [str(Path(sys.executable).with_name("ray")), "start", *words, *SMALL]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill all of a node at once."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def two_nodes(port: int, seconds: float = 600) -> "list[subprocess.Popen[bytes]]":
    """A cluster of two nodes, once both have joined; the head comes first."""
    import ray

    address, deadline = f"127.0.0.1:{port}", time.monotonic() + seconds
    nodes = [node("--head", "--port", str(port), "--include-dashboard", "false")]
    try:
        while not ray.is_initialized():
            assert time.monotonic() < deadline, "the cluster does not come up"
            assert nodes[0].poll() is None, "the head has ended"
            time.sleep(0.5)
            with suppress(OSError, RuntimeError, ValueError):
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        nodes.append(node("--address", address))
        while sum(each["Alive"] for each in ray.nodes()) < len(nodes):
            assert time.monotonic() < deadline, "the second node does not join"
            time.sleep(0.5)
    except BaseException:
        for each in nodes:
            end(each)
        raise
    finally:
        ray.shutdown()
    return nodes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=6391)
    options = parser.parse_args()
    settle()
    address, began = f"127.0.0.1:{options.port}", time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        whole, shared = Path(folder) / "whole", Path(folder) / "shared"
        cells = tiny_grid(whole, **CHANGES)
        assert tiny_grid(shared, **CHANGES) == cells
        assert run_here(whole, cells, 2, (), print, lambda: None) == 0
        nodes = two_nodes(options.port)
        try:
            print("two nodes of one core each", flush=True)
            words = [sys.executable, "-m", "gft", "reproduce", "--resume", str(shared), "--ray", address]
            driver = subprocess.Popen(words)
            while any(state_of(shared, cell).steps < cell.steps / 3 for cell in cells):
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
        took = time.monotonic() - began
        print(f"a node was killed: {how}; weights and outcomes as of those left alone; {took:.0f} s in all")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
