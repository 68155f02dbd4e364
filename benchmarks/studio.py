"""How fast the studio is, measured in a real browser.

    python benchmarks/studio.py [RUN …] [--only start rate command pages memory] [--seconds 10] [--minutes 1]

(needs chromium and the extra "dev"). Start to page and to its first session; steps a second that a page shows in both worlds
while one agent acts (that of the package or of the runs; where there is none, an untrained one), and what they cost server
and browser in processor time, which says more than the clock where other programs run; from a command to its first step;
beside nine other pages that play; and memory while a page plays on. Kernels should be compiled: run it twice.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

PARTS = ("start", "rate", "command", "pages", "memory")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
UNTRAINED = ["--agent", "laptop", "--environments", "4", "--rollout", "4", "--steps", "16", "--processes", "1"]
COUNT = """() => { if (window.shown) return; window.shown = []; const view = studio.play.view, show = view.show.bind(view);
    view.show = (told) => { show(told); window.shown.push([performance.now(), told.at]); }; }"""
# Another session whenever one is over. What is cut short is not over: so two that ask at once do not go on asking.
PLAY_ON = """([world, size]) => { const play = studio.play; window.playing_on = [world, size];
    const deal = () => window.playing_on && play.say("deal", {world: window.playing_on[0], size: window.playing_on[1]});
    if (!window.listens) { window.listens = true;
        play.line.hear("session", () => window.playing_on && play.say("play", {speed: 30}));
        play.line.hear("playing", (told) => told.playing || !play.over || deal()); }
    deal(); }"""
STOP = "() => { window.playing_on = null; studio.play.say('pause'); }"
COMMAND = """async () => { const play = studio.play; const began = performance.now(); let done;
    const first = new Promise((found) => { done = found; });
    const hear = (event) => event.detail.seats[0].at === 1 && done(performance.now());
    play.line.addEventListener("moments", hear);
    play.command(play.session.command); const late = await first - began;
    play.line.removeEventListener("moments", hear); return late; }"""


class Server:
    """A studio of its own."""

    def __init__(self, sources: list[str]):
        command = [sys.executable, "-m", "gft", "studio", *sources, "--port", "0", "--no-browser"]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]

    def memory(self) -> float:
        """What it has in memory, in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


@contextmanager
def running(sources: list[str]) -> Iterator[Server]:
    """A studio until the block ends; then it is told to end, and must."""
    server = Server(sources)
    try:
        yield server
    finally:
        began = time.perf_counter()
        server.process.terminate()
        server.process.wait(30)
        print(f"it ended {time.perf_counter() - began:.1f} s after it was told to", flush=True)


def processor(pid: int) -> float:
    """Seconds of processor time that a process and those it has started have used."""
    parents: dict[int, list[tuple[int, float]]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, rest = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents.setdefault(int(rest[1]), []).append((number, (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")))
    own = dict(each for children in parents.values() for each in children)
    family = [pid]
    for member in family:
        family += [child for child, _ in parents.get(member, [])]
    return sum(own.get(member, 0.0) for member in family)


def browsers_pid(before: set[int]) -> int:
    """The browser's own process: the first that has come since and has a browser's name."""
    names = {int(path.parent.name): path.read_text() for path in Path("/proc").glob("[0-9]*/comm")}
    return min(pid for pid, name in names.items() if pid not in before and "chrom" in name)


@contextmanager
def open_browser() -> Iterator[tuple[Browser, int]]:
    before = {int(path.name) for path in Path("/proc").glob("[0-9]*")}
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser, browsers_pid(before)
        browser.close()


def new_page(browser: Browser, address: str) -> Page:
    page: Page = browser.new_page(bypass_csp=True)
    page.goto(address)
    page.wait_for_function("window.studio?.play?.played?.moment", timeout=300_000)
    return page


def rate(page: Page, world: str, seconds: float, server: Server, browser: int, others: Sequence[Page] = ()) -> str:
    """Views a second that a page shows while it plays at full speed, beside others, and what a step of any of them costs."""
    for each in (page, *others):
        each.evaluate(COUNT)
    page.evaluate(PLAY_ON, [world, 11])
    page.wait_for_function("(world) => studio.play.session.world === world", arg=world, timeout=300_000)
    page.wait_for_timeout(2000)
    for each in (page, *others):
        each.evaluate("window.shown = []")
    before = processor(server.process.pid), processor(browser)
    page.wait_for_timeout(1000 * seconds)
    shown: list[tuple[float, int]] = page.evaluate("window.shown")
    costs = processor(server.process.pid) - before[0], processor(browser) - before[1]
    steps = max(1, len(shown) + sum(other.evaluate("window.shown.length") for other in others))
    page.evaluate(STOP)
    player = page.evaluate("studio.play.player.name")
    return (
        f"{_rate(shown):.1f} steps a second shown ({len(shown)} of {steps} views, {player}); "
        f"processor time a step: server {1000 * costs[0] / steps:.1f} ms, browser {1000 * costs[1] / steps:.1f} ms"
    )


def _rate(shown: list[tuple[float, int]]) -> float:
    """Views a second within sessions: what lies between the last of one and the first of the next does not count."""
    pairs = [(after[0] - before[0]) / 1000 for before, after in pairwise(shown) if after[1] > before[1]]
    return len(pairs) / sum(pairs) if pairs else 0.0


def first_steps(page: Page, n: int = 15) -> list[float]:
    """Milliseconds from a command to its first step."""
    page.evaluate("studio.play.say('deal', {world: '2d', size: 8})")
    page.wait_for_function("studio.play.session.world === '2d' && !studio.play.playing")
    late = []
    for _ in range(n):
        late.append(float(page.evaluate(COMMAND)))
        page.evaluate("studio.play.say('restart')")
        page.wait_for_timeout(300)
    return late


def remember(page: Page, server: Server, minutes: float) -> None:
    """Print memory again and again while a page plays on: the server's, and what the page's JavaScript holds."""
    page.evaluate(COUNT)
    page.evaluate(PLAY_ON, ["2d", 8])
    page.wait_for_timeout(10_000)
    page.evaluate("window.steps = 0; window.setInterval(() => { window.steps += shown.length; shown.length = 0; }, 1000)")
    first, began = server.memory(), time.monotonic()
    heap = page.context.new_cdp_session(page)
    while (now := time.monotonic() - began) < 60 * minutes:
        page.wait_for_timeout(1000 * min(60, 60 * minutes - now + 1))
        heap.send("HeapProfiler.collectGarbage")
        held = heap.send("Runtime.getHeapUsage")["usedSize"] / 2**20
        steps, passed = page.evaluate("window.steps"), (time.monotonic() - began) / 60
        print(
            f"{passed:5.1f} minutes, {steps:6} steps shown: the server has {server.memory():.0f} MB (at first {first:.0f}), "
            f"the page {held:.1f} MB",
            flush=True,
        )
    page.evaluate(STOP)


def untrained(folder: str) -> str:
    """The run of a 3D agent that has learned nothing; it computes as much as one that has."""
    options = ["--world", "3d", *UNTRAINED, "--no-tensorboard", "--out", f"{folder}/untrained"]
    subprocess.run([sys.executable, "-m", "gft", "train", *options], check=True, stdout=subprocess.DEVNULL)
    return f"{folder}/untrained"


def measure(options: argparse.Namespace, sources: list[str]) -> None:
    with open_browser() as (browser, pid), running(sources) as server:
        page = browser.new_page(bypass_csp=True)
        page.goto(server.address)
        opened = time.perf_counter() - server.began, processor(server.process.pid)
        page.wait_for_function("window.studio?.play?.played?.moment", timeout=300_000)
        ready = time.perf_counter() - server.began, processor(server.process.pid)
        if "start" in options.only:
            for name, (clock, spent) in {"the page": opened, "its first session": ready}.items():
                print(f"start to {name}: {clock:.1f} s; the server's processor time {spent:.1f} s", flush=True)
        if "rate" in options.only:
            for world in ("2d", "3d"):
                print(f"XWORLD{world.upper()}: {rate(page, world, options.seconds, server, pid)}", flush=True)
        if "command" in options.only:
            late = first_steps(page)
            print(f"command to first step: median {statistics.median(late):.0f} ms, worst {max(late):.0f} ms", flush=True)
        if "pages" in options.only:
            others = [new_page(browser, server.address) for _ in range(9)]
            for other in others:
                other.evaluate(PLAY_ON, ["2d", 8])
            print(f"beside nine other pages: {rate(page, '2d', options.seconds, server, pid, others)}", flush=True)
            for other in others:
                other.close()
        if "memory" in options.only:
            remember(page, server, options.minutes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", metavar="RUN", help="as for gft studio (default: the package's agents)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=10, help="length of each measurement (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=1, help="of playing on, for the memory (default: %(default)s)")
    options = parser.parse_args()
    from gft.runs.shipped import shipped_names

    with tempfile.TemporaryDirectory() as folder:
        sources = options.sources or shipped_names()
        if "rate" in options.only and not options.sources and "3d" not in sources:
            sources = [*sources, untrained(folder)]
        measure(options, sources)


if __name__ == "__main__":
    main()
