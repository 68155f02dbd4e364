"""A browser and a studio for the tests of the page. Where there is no browser they are left out, and say so; not in CI."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Nothing of the browser's own may go out either: no updates, no synchronising.
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync")  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("there is no browser; CI installs one")
        pytest.skip(f"none of the browsers {', '.join(NAMES)} is installed")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)  # other tests may have the cores
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="session")
def studio(runs: Path) -> Iterator[str]:
    """The address of a studio of its own."""
    command = [sys.executable, "-m", "gft", "studio", "--port", "0", "--no-browser", "--runs", str(runs)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    yield found[0]
    process.terminate()
    assert process.wait(10) in (0, -15)


@pytest.fixture
def page(browser: Any, studio: str) -> Iterator[Any]:
    """A page with a session on it. At the end: nothing was said in the console, and nothing left the machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(studio)
    page.locator("#understood b").wait_for(timeout=120_000)  # a world is compiled once
    yield page
    context.close()
    assert errors == []
    own = studio.split("//")[1].split("/")[0]
    assert [url for url in asked if url.split("//")[-1].split("/")[0] != own and not url.startswith("blob:")] == []
