"""`gft studio`: a page in the browser to command agents, see why they act, and watch runs.

The page is there before PyTorch is: what can be refused is refused at once, and agents are read while the page opens.
"""

import argparse
import errno
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xworld import XWorldError

if TYPE_CHECKING:
    from gft.studio.cast import Cast

PORT = 8765
NEXT = 20  # ports that are tried for one to offer


def add_command(commands: Any) -> None:
    parser = commands.add_parser("studio", help="command agents in the browser, see why they act, watch runs")
    parser.add_argument(
        "sources", nargs="*", metavar="RUN", help="runs, checkpoints or shipped agents (default: those of the package)"
    )
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="DIR", help="whose runs it shows (default: runs)")
    parser.add_argument("--port", type=int, default=PORT, help="(default: %(default)s; 0: any that is free)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; beyond this machine it asks for a token")
    parser.add_argument("--allow-host", action="append", default=[], metavar="NAME", help="a name that a proxy calls it by")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    if any(find_spec(name) is None for name in ("starlette", "uvicorn", "websockets")):
        raise XWorldError("the studio needs Starlette, uvicorn and websockets: pip install 'gft-xworld[studio]'.")
    if not 0 <= options.port <= 65535:
        raise XWorldError(f"--port {options.port} is not usable; give 0 to 65535.")
    sources = _checked(options.sources)
    listening = _listen(options.host, options.port)
    port = listening.getsockname()[1]

    import uvicorn

    from gft.studio.guard import LONGEST, is_loopback
    from gft.studio.runs import Runs
    from gft.studio.server import Studio, make_app

    folders = [options.runs, *(Path(source) for source in options.sources if Path(source).is_dir())]
    token = None if is_loopback(options.host) else secrets.token_urlsafe(16)
    name = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{name}:{port}/" + (f"?token={token}" if token else "")
    studio = Studio(lambda: _cast(sources), Runs(folders))
    app = make_app(studio, hosts=(options.host, *options.allow_host), token=token)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LONGEST,
        ws_max_queue=8,
        ws_per_message_deflate=token is not None,  # packing pictures takes longer than sending them on one machine
        timeout_graceful_shutdown=2,
    )
    print(f"The studio is open at {address}\nCtrl-C closes it.", flush=True)
    if not options.no_browser:
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    uvicorn.Server(config).run(sockets=[listening])
    return 0


def _checked(sources: Sequence[str]) -> Sequence[str]:
    """The agents that are asked for, or those of the package; what is none is refused before anything is loaded."""
    from gft.runs.folder import is_run
    from gft.runs.shipped import shipped_file, shipped_names

    for source in sources:
        if shipped_file(source) is None and not is_run(Path(source)) and not Path(source).is_file():
            raise XWorldError(
                f"{source!r} is no run's folder, no checkpoint and no agent of the package; give folders that gft train "
                "made, or see gft agents."
            )
    return sources or shipped_names()


def _cast(sources: Sequence[str]) -> "Cast":
    """Everybody who can play. PyTorch comes with them."""
    import torch

    from gft.studio.cast import Cast

    torch.set_num_threads(1)  # for one picture at a time: several would wait for each other longer than they work
    return Cast.of(sources)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, or a sentence with a port that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port == 0 else range(port, min(port + NEXT, 65536)):
        listening = socket.socket(family)
        if sys.platform != "win32":  # there it would let two programs listen at one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except OSError as error:
            listening.close()
            if number == port and error.errno != errno.EADDRINUSE:
                raise XWorldError(f"cannot listen at {host}:{port}: {error.strerror}.") from None
            continue
        if number == port or port == 0:
            listening.listen(128)
            return listening
        listening.close()
        raise XWorldError(f"port {port} is in use, maybe by another studio; --port {number} is free.")
    raise XWorldError(f"port {port} is in use, and so are the next ones; --port 0 takes any that is free.")
