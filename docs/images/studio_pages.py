"""The studio's pictures, made anew in a browser:  python docs/images/studio_pages.py   (needs chromium and the extra "dev")

Each is an ordinary session, named by its seed, as a page shows it.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium as gym
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from gft.studio.sharing import link_to
from xworld.files import replacing

FOLDER = Path(__file__).parent
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SEED_2D, SEED_3D = 11, 475
LATE = 120_000  # milliseconds: a world may have to be compiled first


@contextmanager
def studio() -> Iterator[str]:
    """The address of a studio with the agents of the package."""
    command = [sys.executable, "-m", "gft", "studio", "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    try:
        yield found[0]
    finally:
        process.terminate()
        process.wait(10)


def link(address: str, world: str, seed: int, task: str) -> str:
    """A link to a session of a task, before anything was done."""
    env: Any = gym.make(f"XWorld{world.upper()}-v0").unwrapped
    env.reset(seed=seed, options={"task": task})
    return link_to(address, env.session())


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#understood b").wait_for(timeout=LATE)
    page.wait_for_load_state("networkidle")


def played(page: Page) -> None:
    """To the end, then back to the middle."""
    page.locator("#speed").fill("30")
    page.locator("#go").click()
    expect(page.locator("#verdict")).not_to_have_text("", timeout=LATE)


def save(page: Page, name: str) -> None:
    """In 256 colours, which nobody sees, and a third of the bytes."""
    file = FOLDER / name
    with replacing(file) as temporary:
        page.wait_for_timeout(800)
        page.screenshot(path=temporary, type="png", full_page=True)
        with Image.open(temporary) as image:
            small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        small.save(temporary, "PNG", optimize=True)
    print(f"wrote {file.name}")


def main() -> None:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        raise SystemExit("there is no chromium to look at the page with.")
    with studio() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1240, "height": 880})
        opened(page, link(address, "2d", SEED_2D, "between"))
        played(page)
        page.locator("#overlay").check()
        page.locator("#moment").fill("4")
        save(page, "studio.png")
        page.get_by_role("tab", name="Compare").click()
        expect(page.locator(".seat")).to_have_count(2)
        page.locator("#compare .main").click()
        expect(page.locator(".seat .verdict").nth(1)).to_contain_text("steps", timeout=LATE)
        save(page, "studio_compare.png")
        dark = browser.new_page(viewport={"width": 1240, "height": 880}, color_scheme="dark")
        opened(dark, link(address, "3d", SEED_3D, "near"))
        played(dark)
        save(dark, "studio_3d.png")
        phone = browser.new_page(viewport={"width": 390, "height": 844})
        opened(phone, link(address, "2d", SEED_2D, "nav"))
        save(phone, "studio_phone.png")
        browser.close()


if __name__ == "__main__":
    main()
