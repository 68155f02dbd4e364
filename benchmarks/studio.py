"""How fast the studio is, measured in a real browser.

    python benchmarks/studio.py [--seconds 10] [--minutes 1]            (needs chromium and the extra "dev")

Steps a second that a page shows in both worlds while one agent acts (the package's, or the oracle where there is none); the
time from a command to its first step; ten pages at once; and the server's memory while one page plays on.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import time
from typing import Any

from playwright.sync_api import Page, sync_playwright

LONG = 8  # views of a session that counts
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
COUNT = """() => { if (window.shown) return; window.shown = []; const view = studio.play.view, show = view.show.bind(view);
    view.show = (told) => { show(told); window.shown.push([performance.now(), told.at]); }; }"""
PLAY_ON = """([world, size]) => { const play = studio.play; window.on = true;
    const deal = () => window.on && play.say("deal", {world, size});
    window.play_on?.(); let alive = true; window.play_on = () => { alive = false; };
    play.line.hear("session", () => alive && window.on && play.say("play", {speed: 30}));
    play.line.hear("playing", (told) => told.playing || (alive && deal())); deal(); }"""
COMMAND = """async () => { const play = studio.play; const began = performance.now();
    const first = new Promise((done) => play.line.hear("moments",
        (told) => told.seats[0].at === 1 && done(performance.now())));
    play.command(play.session.command); return await first - began; }"""


def memory(pid: int) -> float:
    """What a process has in memory, in megabytes."""
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def rate(page: Page, world: str, seconds: float) -> float:
    """Views a second that a page shows while it plays at full speed."""
    page.evaluate(COUNT)
    page.evaluate(PLAY_ON, [world, 11])
    page.wait_for_function("(world) => studio.play.session.world === world", arg=world, timeout=120_000)
    page.wait_for_timeout(1500)
    page.evaluate("window.shown = []")
    page.wait_for_timeout(1000 * seconds)
    shown: list[tuple[float, int]] = page.evaluate("window.shown")
    page.evaluate("() => { window.on = false; window.play_on(); studio.play.say('pause'); }")
    return statistics.median(_rates(shown) or [0.0])


def _rates(shown: list[tuple[float, int]]) -> list[float]:
    """Steps a second in each session of some length: the steps from its first view to its last, by the time between."""
    rates, first = [], 0
    for place in range(1, len(shown) + 1):
        if place == len(shown) or shown[place][1] <= shown[place - 1][1]:
            began, ended = shown[first][0], shown[place - 1][0]
            if place - first >= LONG:
                rates.append(1000 * (place - 1 - first) / (ended - began))
            first = place
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="length of each measurement (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=1, help="of playing on, for the memory (default: %(default)s)")
    options = parser.parse_args()
    began = time.perf_counter()
    command = [sys.executable, "-m", "gft", "studio", "--port", "0", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)

        def new_page() -> Any:
            page = browser.new_page(bypass_csp=True)
            page.goto(found[0])
            page.wait_for_function("window.studio?.play?.played?.moment", timeout=120_000)
            return page

        page = new_page()
        print(f"start to first session on the page: {time.perf_counter() - began:.1f} s")
        for world in ("2d", "3d"):
            print(f"XWORLD{world.upper()}: {rate(page, world, options.seconds):.1f} steps a second shown")
        page.evaluate("studio.play.say('deal', {world: '2d', size: 8})")
        page.wait_for_function("studio.play.session.world === '2d'")
        late = []
        for _ in range(15):
            late.append(float(page.evaluate(COMMAND)))
            page.evaluate("studio.play.say('restart')")
            page.wait_for_timeout(200)
        print(f"command to first step: median {statistics.median(late):.0f} ms, worst {max(late):.0f} ms")
        others = [new_page() for _ in range(9)]
        for other in others:
            other.evaluate(PLAY_ON, ["2d", 8])
        print(f"beside nine other pages that play: {rate(page, '2d', options.seconds):.1f} steps a second shown")
        for other in others:
            other.close()
        page.evaluate(PLAY_ON, ["2d", 8])
        page.wait_for_timeout(10_000)
        first = memory(server.pid)
        for _ in range(max(1, round(options.minutes * 60 / 20))):
            page.wait_for_timeout(20_000)
            print(f"memory of the server: {memory(server.pid):.0f} MB (at first {first:.0f} MB)", flush=True)
        browser.close()
    server.terminate()
    server.wait(10)


if __name__ == "__main__":
    main()
