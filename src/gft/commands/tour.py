"""What `gft tour` does: the newcomer's run, from nothing to a table, and what to try next.

Path of the data: the whole of it once, on a small world: preset `quick`, then `gft eval` and `gft report` on its run.
"""

import shutil
import sys
from pathlib import Path

from gft.commands.evaluate import examine
from gft.commands.train import start
from gft.evaluation.evaluate import Plan, places
from gft.report.write import write_report
from gft.runs.checkpoint import read_config

SESSIONS = 2_000  # of each test

NEXT = {
    "gft train --preset quick --deaf --out {out}/deaf": "the same with other sessions' commands: nothing to learn",
    "gft train --preset quick --method film --out {out}/film": "another grounding module; gft methods lists them",
    "gft train --preset quick --classes 8 --steps 1000000 --out {out}/more": "more words",
    "gft train --preset fast": "all words and tasks with the paper's agent: hours",
    "tensorboard --logdir {out}": "everything that was measured meanwhile",
}


def tour(out: Path) -> int:
    """Train, evaluate, film and report into a folder; a tour that was stopped goes on. Returns an exit code."""
    run = out / "quick"
    code = start("quick", None, run, {}) if (run / "config.json").is_file() else start("quick", run, None, {})
    if code:
        return code
    print()
    command = f"gft eval {run} --sessions {SESSIONS} --policy greedy --control"
    code = examine([run], Plan(SESSIONS, policies=("greedy",), control=True, command=command), film=out / "sessions.gif")
    if code:
        return code
    write_report([run], out / "report")
    pictures = (out / "report").glob("training-*.png")
    print(blind(run))
    print(f"\ncurve  {min(pictures)}\nfilm   {out / 'sessions.gif'}\npage   {out / 'report' / 'index.html'}")
    print("\nNext:" if shutil.which("gft") else f"\nNext, from {Path(sys.argv[0]).parent}/:")
    for line, why in NEXT.items():
        print(f"  {line.format(out=out)}\n      {why}")
    return 0


def blind(run: Path) -> str:
    """What the best policy that does not listen can reach."""
    (level,) = places(read_config(run), Plan())
    assert level.tasks == ("nav",)
    return (
        f"The command names one of the {level.goals} objects on the map and nothing else tells which: "
        f"a policy that does not listen succeeds in at most {1 / level.goals:.0%} of the sessions."
    )
