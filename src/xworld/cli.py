"""The command line of the worlds."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import xworld
from xworld.datasets import command as dataset
from xworld.errors import XWorldError

if TYPE_CHECKING:
    from xworld.animation import Film


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input, and a file that cannot be had, end in one sentence and exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except XWorldError as error:
        print(f"xworld: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read what is printed has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        file = f"{str(error.filename)!r}: " if error.filename is not None else ""
        print(f"xworld: {file}{error.strerror or error}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="xworld", description="Worlds for language-grounded reinforcement learning.")
    parser.add_argument("--version", action="version", version=f"xworld {xworld.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser("demo", help="play sessions with the oracle and write an animated picture")
    demo.add_argument("--world", choices=["2d", "3d"], default="2d", help="which world (default: %(default)s)")
    demo.add_argument("--out", type=Path, default=Path("demo.gif"), help=".gif, .webp or .png (default: %(default)s)")
    demo.add_argument("--sessions", type=int, default=5, help="number of sessions (default: %(default)s)")
    demo.add_argument("--seed", type=int, default=0, help="first session's seed (default: %(default)s)")
    demo.add_argument("--size", type=int, default=8, help="cells of a side (default: %(default)s)")
    demo.add_argument("--objects", help="a pack of pictures (2d) or models (3d) instead of the built-in ones")
    demo.add_argument("--save", type=Path, metavar="FILE", help="also write the sessions as data, a line of JSON each")
    demo.set_defaults(run=_demo)

    play = commands.add_parser("play", help="show sessions that were written down as data")
    play.add_argument("file", type=Path, help="a session as JSON, or one a line")
    play.add_argument("--out", type=Path, help=".gif, .webp or .png to write (default: show them here, as text)")
    play.add_argument("--objects", help="the pack of pictures (2d) or models (3d) that they were played with")
    play.set_defaults(run=_play)

    dataset.add_command(commands)

    sheet = commands.add_parser("sheet", help="write a contact sheet of the built-in drawings (2d) or models (3d)")
    sheet.add_argument("world", choices=["2d", "3d"])
    sheet.add_argument("--out", type=Path, help="a .png file (default: sheet_2d.png or sheet_3d.png)")
    sheet.set_defaults(run=_sheet)

    pack = commands.add_parser("pack", help="work with packs of other objects")
    check = pack.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "check", help="list a pack's classes, instances, triangles and problems, and write a contact sheet"
    )
    check.add_argument("path", type=Path, help="a folder of pictures or models, or a .sh3f furniture library")
    check.add_argument("--out", type=Path, help="contact sheet to write, a .png file (default: NAME_sheet.png)")
    check.add_argument("--budget", type=int, default=600, help="triangles that a model is reduced to (default: %(default)s)")
    check.set_defaults(run=_check_pack)
    return parser


def _demo(options: argparse.Namespace) -> int:
    """One session of each task in turn, solved by the oracle."""
    from xworld import demo
    from xworld.animation import check_animation_name, write_animation

    check_animation_name(options.out)
    if options.sessions < 1:
        raise XWorldError(f"--sessions {options.sessions} is not usable; give at least 1.")
    sessions = demo.solved(options.sessions, options.seed, options.world, size=options.size, objects=options.objects)
    films = demo.films(sessions, objects=options.objects)
    _list(films)
    write_animation(options.out, films)
    print(f"wrote {options.out}")
    if options.save is not None:
        demo.write_sessions(options.save, sessions)
        print(f"wrote {options.save}; xworld play {options.save} shows it")
    name = f"XWorld{options.world.upper()}-v0"
    print(f'next: env = gym.make("{name}") after "import gymnasium as gym, xworld"; see README.md and docs/')
    return 0


def _play(options: argparse.Namespace) -> int:
    """Sessions step by step, as text; or as an animated picture."""
    from xworld import demo
    from xworld.animation import check_animation_name, write_animation

    if options.out is not None:
        check_animation_name(options.out)
    sessions = list(demo.read_sessions(options.file))
    films = demo.films(sessions, None if options.out is not None else "ansi", objects=options.objects)
    if options.out is not None:
        _list(films)
        write_animation(options.out, films)
        print(f"wrote {options.out}")
        return 0
    for film, session in zip(films, sessions):
        done = ["start", *(xworld.ACTIONS[action] for action in session.actions)]
        for number, (frame, action) in enumerate(zip(film.frames, done)):
            print(f"-- {number}: {action}\n{frame}\n")
    return 0


def _list(films: "Sequence[Film]") -> None:
    for film in films:
        print(f"{film.task:8} {film.mission:58} {film.steps:3} steps   {film.feedback}")


def _sheet(options: argparse.Namespace) -> int:
    from xworld.objects.drawings import drawings
    from xworld.objects.models import models
    from xworld.sheet import mesh_sheet, picture_sheet, save_sheet

    out = options.out or Path(f"sheet_{options.world}.png")
    save_sheet(picture_sheet(drawings()) if options.world == "2d" else mesh_sheet(models()), out)
    print(f"wrote {out}")
    return 0


def _check_pack(options: argparse.Namespace) -> int:
    """Read everything, leave out what is broken, and say so; exit code 1 if there were problems."""
    from xworld.pack_check import check_pack

    return check_pack(options.path, options.out, options.budget)


if __name__ == "__main__":
    sys.exit(main())
