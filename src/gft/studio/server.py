"""The studio's server: a page, the drawings on it, the runs, and a socket for each page.

Path of the data: browser ⇄ **server** ⇄ connections. Nothing that a page sends is taken for a path; what is asked for
by name is looked up among what there is. Agents, and PyTorch with them, are loaded while pages open.
"""

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from PIL import Image
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from gft.studio.guard import Guard
from gft.studio.runs import Runs
from xworld import XWorldError

if TYPE_CHECKING:
    from gft.studio.cast import Cast
    from gft.studio.connection import Connection

MOST_PAGES = 16  # that are open at once
SILENT = 20.0  # seconds; a page that has read nothing for so long is not waited for any more
THREADS = 4
PAGE = str(files("gft") / "studio" / "static")


class Studio:
    """What the pages of one studio share."""

    def __init__(self, load: Callable[[], "Cast"], runs: Runs):
        self.load, self.runs = load, runs
        self.threads = ThreadPoolExecutor(THREADS, "studio")
        self.pages: set[Connection] = set()
        self._open = 0  # sockets, those that wait for the agents included
        self._cast: asyncio.Future[Cast] | None = None

    @asynccontextmanager
    async def living(self, app: Starlette) -> AsyncIterator[None]:
        """Agents are read while the page opens; at the end everybody goes home."""
        self._cast = asyncio.ensure_future(self._in_thread(self._load))
        self._cast.add_done_callback(_say_what_failed)
        yield
        await asyncio.gather(*(page.close() for page in list(self.pages)))
        self.threads.shutdown(wait=False, cancel_futures=True)

    def _load(self) -> "Cast":
        cast = self.load()
        import_module("gft.studio.connection")  # so that the first page finds it
        return cast

    async def cast(self) -> "Cast":
        """Everybody who can play, as soon as they are there."""
        assert self._cast is not None
        return await asyncio.shield(self._cast)

    async def socket(self, websocket: WebSocket) -> None:
        """One page, from its first message to its last."""
        await websocket.accept()
        if self._open >= MOST_PAGES:
            sentence = f"{MOST_PAGES} pages are open already, which is all that the studio can do; close one of them."
            await _turn_away(websocket, sentence, 4429)
            return
        self._open += 1
        try:
            await self._serve(websocket, await self.cast())
        except XWorldError as error:
            await _turn_away(websocket, str(error), 4500)
        except asyncio.CancelledError:
            pass  # the studio closes, and this page did not even hear that
        finally:
            self._open -= 1

    async def _serve(self, websocket: WebSocket, cast: "Cast") -> None:
        from gft.studio.connection import Connection

        reads = True

        async def send(message: str | bytes) -> None:
            nonlocal reads
            if not reads:
                return
            with suppress(WebSocketDisconnect, RuntimeError):  # the page has gone; the loop below will notice
                try:
                    async with asyncio.timeout(SILENT):
                        await (websocket.send_text(message) if isinstance(message, str) else websocket.send_bytes(message))
                except TimeoutError:
                    reads = False

        connection = Connection(cast, send, self.threads)
        self.pages.add(connection)
        try:
            await connection.greet()
            while True:
                message = await websocket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                await connection.handle(message.get("text") or message.get("bytes") or "")
        except WebSocketDisconnect:
            pass
        finally:
            self.pages.discard(connection)
            await connection.close()

    async def list_runs(self, request: Request) -> Response:
        """The runs below the directory."""
        return JSONResponse(await self._in_thread(self.runs.listed))

    async def show_run(self, request: Request) -> Response:
        """One run, by its key."""
        told = await self._in_thread(self.runs.shown, request.path_params["key"])
        if told is None:
            raise HTTPException(404, "there is no such run")
        return JSONResponse(told)

    async def _in_thread(self, work: Callable[..., Any], *values: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *values)

    async def draw(self, request: Request) -> Response:
        """The drawing of an object."""
        asked = request.path_params
        try:
            drawn = await self._in_thread(_drawing, asked["world"], asked["name"], asked["instance"], asked["quarter"])
        except XWorldError as error:
            raise HTTPException(404, str(error)) from None
        return Response(drawn, media_type="image/png", headers={"Cache-Control": "max-age=3600"})


@lru_cache(maxsize=1000)
def _drawing(world: str, name: str, instance: int, quarter: int) -> bytes:
    from xworld import icon  # the worlds come with it

    content = io.BytesIO()
    Image.fromarray(icon(world, name, instance, quarter)).save(content, "PNG")
    return content.getvalue()


async def _turn_away(websocket: WebSocket, sentence: str, code: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_json({"say": "refused", "text": sentence})
        await websocket.close(code)


def _say_what_failed(loading: "asyncio.Future[Cast]") -> None:
    """Pages are told too, but there may be none."""
    error = None if loading.cancelled() else loading.exception()
    if isinstance(error, XWorldError):
        print(f"gft: {error}", file=sys.stderr, flush=True)


async def _page(request: Request) -> Response:
    return Response((files("gft") / "studio" / "static" / "index.html").read_bytes(), media_type="text/html")


def make_app(studio: Studio, *, hosts: tuple[str, ...] = (), token: str | None = None) -> Starlette:
    """The application: every way in goes past the guard."""
    return Starlette(
        routes=[
            Route("/", _page),
            Route("/drawings/{world:str}/{name:str}/{instance:int}/{quarter:int}.png", studio.draw),
            Route("/runs", studio.list_runs),
            Route("/runs/{key:str}", studio.show_run),
            WebSocketRoute("/socket", studio.socket),
            Mount("/static", StaticFiles(directory=PAGE)),
        ],
        middleware=[Middleware(Guard, hosts=hosts, token=token)],
        lifespan=studio.living,
    )
