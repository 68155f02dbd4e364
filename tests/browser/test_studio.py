"""The studio's page in a real browser."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from playwright.sync_api import expect

import xworld
from gft.studio.sharing import link_to

ROOM = "..B..\n.....\n.....\n.....\n..^..\n.A..."
ABOUT = {"oracle": "knows the map", "agent-1": "comes with the package"}
LEGEND = {"A": "cat", "B": "dog"}


def session_of(command: str, actions: list[int] | None = None) -> xworld.Session:
    """A session on a small map: the dog is four steps ahead."""
    env = gym.make("XWorld2D-v0").unwrapped
    env.reset(seed=0, options={"map": ROOM, "legend": LEGEND, "command": command})  # type: ignore[attr-defined]
    for action in actions or []:
        env.step(action)
    session: xworld.Session = env.session()  # type: ignore[attr-defined]
    return session


def open_session(page: Any, studio: str, session: xworld.Session, player: str = "oracle") -> None:
    page.goto(link_to(studio, session))
    page.reload()
    expect(page.locator("#sentence")).to_have_value(session.command)
    page.locator("#player").select_option(player)
    expect(page.locator("#player")).to_have_attribute("title", re.compile(ABOUT[player]))
    expect(page.locator("#when")).to_contain_text("Step 0")


def test_a_command_is_typed_and_obeyed(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to cat ."))
    page.locator("#speed").fill("30")
    page.locator("#sentence").fill("please go to do")
    page.get_by_role("option", name="dog", exact=True).wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#sentence")).to_have_value(re.compile(r"please go to do\w+ "))
    page.locator("#sentence").fill("please go to dog .")
    expect(page.locator("#understood")).to_have_text("nav Reach the dog.")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("✓ Well done in 4 steps; the shortest way takes 4.", timeout=15_000)


def test_a_wrong_word_is_said_with_what_comes_close(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to cat ."))
    page.locator("#sentence").fill("go to the unicorn .")
    expect(page.locator("#understood")).to_contain_text("'unicorn' is no word of the vocabulary")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("unicorn")
    page.locator("#understood button").first.click()
    expect(page.locator("#understood b")).to_have_text(re.compile("nav|avoid|near|between|dir"))
    page.locator("#sentence").fill("go to apple .")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("apple")  # it is not on this map


def test_taking_over_and_handing_back(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to dog ."))
    page.locator("#map").click()
    page.keyboard.press("q")
    expect(page.locator("#when")).to_contain_text("Step 1 of 1 · turn left by you")
    expect(page.locator("#takeover")).to_have_text("Hand back")
    page.keyboard.press("e")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#when")).to_contain_text("Step 3 of 3 · forward by you")
    page.locator("#takeover").click()
    expect(page.locator("#verdict")).to_contain_text("Well done in 6 steps", timeout=15_000)


def test_going_back_in_time_and_returning(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to dog ."))
    page.locator("#speed").fill("30")
    page.locator("#go").click()
    expect(page.locator("#verdict")).to_contain_text("Well done")
    page.locator("#moment").fill("1")
    expect(page.locator("#when")).to_contain_text("Step 1 of 4")
    expect(page.locator("#verdict")).to_have_text("")
    page.locator("#map").click()
    page.keyboard.press("q")
    expect(page.locator("#lines button")).to_have_count(2)
    page.locator("#lines button").first.click()
    expect(page.locator("#when")).to_contain_text("of 4")
    page.locator("#moment").fill("4")
    expect(page.locator("#verdict")).to_contain_text("Well done")


def test_an_object_is_dragged(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to dog ."))
    page.locator("#edit").click()
    box = page.locator("#map").bounding_box()
    cell = min(box["width"] / 5.3, box["height"] / 6.3)
    left, top = box["x"] + (box["width"] - 5 * cell) / 2, box["y"] + (box["height"] - 6 * cell) / 2
    page.mouse.move(left + 2.5 * cell, top + 0.5 * cell)
    page.mouse.down()
    page.mouse.move(left + 3.5 * cell, top + 1.5 * cell, steps=4)
    page.mouse.up()
    expect(page.locator("#map")).to_have_attribute("aria-label", re.compile("dog at row 2, column 4"))
    expect(page.locator("#sentence")).to_have_value("go to dog .")
    page.locator("#tools [data-tool=remove]").click()
    page.mouse.click(left + 3.5 * cell, top + 1.5 * cell)
    expect(page.locator("#notice")).to_contain_text("So the teacher asks for something else")
    expect(page.locator("#map")).not_to_have_attribute("aria-label", re.compile("dog"))


def test_two_players_side_by_side(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to dog ."))
    page.get_by_role("tab", name="Compare").click()
    expect(page.locator(".seat")).to_have_count(2)
    page.locator("#compare .main").click()
    expect(page.locator(".seat .verdict").nth(1)).to_contain_text("Well done in 4 steps", timeout=20_000)


def test_a_shared_link_shows_the_same_steps(page: Any, studio: str, browser: Any) -> None:
    session = session_of("go to dog .", [4, 5, 0, 0])
    page.goto(link_to(studio, session))
    page.reload()
    expect(page.locator("#when")).to_contain_text("Step 4 of 4 · forward")
    page.locator("#moment").fill("1")
    expect(page.locator("#when")).to_contain_text("Step 1 of 4 · turn left")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#moment").fill("2")
    expect(page.locator("#when")).to_contain_text("Step 2")
    page.locator("#copy-link").click()
    expect(page.locator("#notice")).to_contain_text("clipboard")
    other = browser.new_page()
    other.goto(page.url)
    expect(other.locator("#when")).to_contain_text("Step 2 of 2 · turn right", timeout=30_000)
    expect(other.locator("#sentence")).to_have_value("go to dog .")
    other.close()


def test_a_damaged_link_is_said(page: Any, studio: str) -> None:
    page.goto(f"{studio}#s=nonsense")
    page.reload()
    page.locator("#understood b").wait_for()
    expect(page.locator("#notice")).to_contain_text("The link is damaged")


def test_a_link_whose_agent_is_missing_says_so(page: Any, studio: str) -> None:
    page.goto(link_to(studio, session_of("go to dog .", [0]), ["0123456789abcdef"]))
    page.reload()
    expect(page.locator("#when")).to_contain_text("Step 1 of 1")
    expect(page.locator("#notice")).to_contain_text("The agent of this link is not here")


def test_a_finger_drags_things_while_editing_and_scrolls_the_page_otherwise(browser: Any, studio: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 600}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(link_to(studio, session_of("go to dog .")))
    expect(page.locator("#sentence")).to_have_value("go to dog .")
    touch = context.new_cdp_session(page)

    def drag(selector: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        """From one place in an element to another, in shares of its size."""
        box = page.locator(selector).bounding_box()
        for step in range(9):
            places = [a + (b - a) * min(step, 7) / 7 for a, b in zip(start, end)]
            point = {"x": box["x"] + places[0] * box["width"], "y": box["y"] + places[1] * box["height"]}
            kind = "touchStart" if step == 0 else "touchEnd" if step == 8 else "touchMove"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else [point]})
            page.wait_for_timeout(30)

    drag("#map", (0.5, 0.7), (0.5, 0.2))
    page.wait_for_function("window.scrollY > 30")
    page.evaluate("window.scrollTo(0, 0)")
    page.locator("#edit").tap()
    page.evaluate("document.querySelector('#map').scrollIntoView({block: 'start'})")
    before = page.evaluate("window.scrollY")
    cell = 1 / 6.3  # six rows are as high as the map
    drag("#map", (0.5, 0.5 - 2.5 * cell), (0.5 + cell, 0.5 - 1.5 * cell))
    expect(page.locator("#map")).to_have_attribute("aria-label", re.compile("dog at row 2, column 4"))
    assert page.evaluate("window.scrollY") == before
    context.close()


def test_films_and_lines_of_python_are_taken_away(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to dog ."))
    page.locator("#step").click()
    with page.expect_download() as waiting:
        page.locator("#save-gif").click()
    assert Path(waiting.value.path()).read_bytes().startswith(b"GIF8")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy-python").click()
    expect(page.locator("#notice")).to_contain_text("Python")


def test_the_agent_explains_itself(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to dog ."), "agent-1")
    expect(page.locator("#bars b").first).to_have_text(re.compile(r"\d+ %"))
    page.locator("#overlay").check()
    page.locator("#why summary").click()
    expect(page.locator(".matrices canvas")).to_have_count(2, timeout=30_000)
    page.locator("#why-content input").fill("go to cat .")
    page.locator("#why-content button").click()
    expect(page.locator(".matrices canvas")).to_have_count(4)
    expect(page.locator("#why-content")).to_contain_text("alike by")


def test_everything_is_reached_by_keys_alone(page: Any, studio: str) -> None:
    open_session(page, studio, session_of("go to dog ."))
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("Tab")
    seen = []
    for _ in range(60):
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.slice(0, 20)"))
        page.keyboard.press("Tab")
    wanted = """tab-play sentence ask world-2d new-map edit player map overlay moment go step restart takeover speed
        copy-link copy-python save-gif save-png""".split()
    assert set(wanted) <= set(seen)
    page.locator("#go").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Well done", timeout=15_000)
    page.locator("#tab-play").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#compare")).to_be_visible()


def test_a_run_that_trains_while_its_page_is_open(page: Any, studio: str, runs: Path) -> None:
    page.get_by_role("tab", name="Runs").click()
    expect(page.locator("#runs")).to_contain_text("No runs below")
    sizes = ["--agent", "small", "--environments", "8", "--rollout", "4", "--steps", "100000", "--log-every", "64"]
    command = [
        sys.executable,
        "-m",
        "gft",
        "train",
        "--processes",
        "1",
        "--no-tensorboard",
        *sizes,
        "--out",
        str(runs / "new"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        row = page.locator("#runs tbody tr")
        expect(row).to_contain_text("training", timeout=60_000)
        page.get_by_role("button", name="new").click()
        expect(page.locator(".chart").first).to_be_visible(timeout=30_000)
        first = row.locator("td").nth(3).inner_text()
        expect(row.locator("td").nth(3)).not_to_have_text(first, timeout=20_000)
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.parametrize("width", [1440, 820, 390])
def test_nothing_sticks_out_at_any_width(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for tab in ("play", "compare", "runs"):
        page.locator(f"#tab-{tab}").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
