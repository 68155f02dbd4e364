"""`gft llm`: a language model plays the test sessions of the tables, in words, through a chat endpoint."""

import argparse
import os
import re
from pathlib import Path
from typing import Any

from xworld import XWorldError


def add_command(commands: Any) -> None:
    parser = commands.add_parser("llm", help="let a language model play test sessions in words, through a chat endpoint")
    add = parser.add_argument
    add("--base-url", required=True, metavar="URL", help="of an OpenAI-compatible server, say http://localhost:8000/v1")
    add("--model", required=True, help="the name by which the server knows the model")
    add("--world", choices=["2d", "3d"], default="2d", help="(default: %(default)s)")
    add("--size", type=int, default=8, help="cells a side of the maps (default: %(default)s)")
    add("--sessions", type=int, default=100, help="test sessions 0, 1, … (default: %(default)s)")
    add("--history", type=int, default=16, help="steps before that are told again (default: %(default)s)")
    add("--temperature", default="0", help="a number, or none: not sent (default: %(default)s)")
    add("--max-tokens", type=int, default=256, help="of an answer; 0: not sent (default: %(default)s)")
    add("--extra", default="{}", metavar="JSON", help='more fields of a request, say \'{"reasoning_effort": "low"}\'')
    add("--image", action="store_true", help="send the agent's picture too")
    add("--concurrency", type=int, default=8, help="sessions side by side (default: %(default)s)")
    add("--timeout", type=float, default=60.0, help="seconds to wait for an answer (default: %(default)s)")
    add("--retries", type=int, default=6, help="after a time-out, a hang-up, 429 or 5xx (default: %(default)s)")
    add("--budget", type=int, metavar="TOKENS", help="stop before more tokens than these are spent, in and out together")
    add("--keep", action="store_true", help="keep every exchange, to be read: OUT/exchanges")
    add(
        "--key-env",
        default="OPENAI_API_KEY",
        metavar="NAME",
        help="environment variable with the key (default: %(default)s)",
    )
    add("--out", type=Path, metavar="DIR", help="folder of the run (default: runs/llm-MODEL-WORLD)")
    add("--dry-run", action="store_true", help="say how many calls and tokens it would take at most; ask nothing")
    parser.set_defaults(run_command=run)


def run(options: argparse.Namespace) -> int:
    from gft.llm import Options, estimate

    given = {name: getattr(options, name) for name in Options.__dataclass_fields__ if name != "temperature"}
    wanted = Options(temperature=_temperature(options.temperature), **given)
    model = re.sub(r"[^A-Za-z0-9.]+", "-", wanted.model).strip("-.") or "model"
    folder = options.out or Path("runs") / f"llm-{model}-{wanted.world}"
    if options.dry_run:
        left = estimate(wanted, folder)
        print(
            f"{left.sessions:,} sessions left of {wanted.sessions:,}\n"
            f"at most            {left.calls:,} calls, about {left.tokens:,} tokens (every session until its time is up)\n"
            f"as the oracle plays {left.best_calls:,} calls, about {left.best_tokens:,} tokens"
        )
        return 0
    try:
        import filelock  # noqa: F401
        import httpx  # noqa: F401
    except ModuleNotFoundError as error:
        raise XWorldError(f"language models need {error.name}; pip install 'gft-xworld[llm]' brings it.") from None
    return _play(wanted, folder, os.environ.get(options.key_env) or None, options.line)


def _temperature(text: str) -> float | None:
    try:
        return None if text == "none" else float(text)
    except ValueError:
        raise XWorldError(f"--temperature {text!r} is not usable; give a number, or none.") from None


def _play(wanted: Any, folder: Path, key: str | None, line: str) -> int:
    from gft.commands.progress import EvaluationProgress
    from gft.llm import play
    from gft.report.beside import beside_tables
    from gft.report.details import detail_tables
    from gft.report.grid import as_text
    from gft.runs.folder import locked

    progress = EvaluationProgress(wanted.model)
    try:
        with locked(folder, "played"):
            where = f"{wanted.size}×{wanted.size}"
            played = play(wanted, folder, key, command=line, progress=lambda done, total: progress.show(where, done, total))
    except KeyboardInterrupt:
        print(f"\nstopped; everything is in {folder}, and the same command goes on from there")
        return 130
    finally:
        progress.line.clear()
    if played.result is None:
        print(f"{played.ended:,} of {wanted.sessions:,} sessions have ended; what was played is in {folder}")
        raise played.problem or AssertionError("sessions are left, and nothing went wrong")
    for grid in [*detail_tables([played.result]), *beside_tables([played.result])]:
        print(as_text(grid))
    others = " ".join(f"{kind}-{wanted.world}" for kind in ("chance", "reader", "oracle"))
    print(f"next: gft eval {wanted.world} {others} --size {wanted.size} --sessions {wanted.sessions}")
    print(f"then: gft report {folder} runs/agent-{wanted.world} runs/player-… --out report")
    return 0
