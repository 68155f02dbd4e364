"""The paper's results, typed in from its tables: success rates in percent, mean and standard deviation over twelve test
runs (four seeds × three last checkpoints).

Path of the data: beside results.jsonl → **tables**. The tables are those of 8×8, 9×9, 10×10 and 11×11 maps.
"""

from typing import NamedTuple

from gft.runs.results import Setting

TASKS = ("nav", "avoid", "between", "dir", "near")  # the order of the paper's columns
WORLDS = ("2d", "3d")
STEPS = 256_000_000  # 2 million minibatches of 128
OBJECTS = {8: (4, 16), 9: (6, 20), 10: (6, 24), 11: (8, 28)}  # cells a side: objects, obstacles
NAMES = {
    "concat": "Concat",
    "gated": "Gated",
    "cgated": "CGated",
    "film": "FiLM",
    "concept": "Concept",
    "encdec": "EncDec",
    "gft-1": "GFT-1",
    "gft-2": "GFT-2",
}


class Figure(NamedTuple):
    """A cell of the paper's tables, in percent."""

    mean: float
    deviation: float


# Cells in the order of the paper's columns: for each task 2D, then 3D; "mean±deviation".
_ROWS = {
    8: """
    concat   54.1±3.7 73.4±3.4   90.7±2.8  94.0±2.2   77.8±5.4  78.6±3.2   53.1±30.1 47.6±3.9   58.5±11.8 62.1±2.9
    gated    58.1±3.8 74.2±3.8   90.6±2.3  94.2±2.8   84.0±3.9  80.4±5.2   74.5±4.1  48.1±4.9   63.7±3.7  61.5±5.0
    cgated   58.7±3.9 74.0±2.9   91.2±1.9  95.1±1.9   84.6±3.1  80.6±3.8   69.3±4.2  47.7±4.6   63.4±3.2  64.8±4.0
    film     58.8±3.8 78.6±2.9   91.0±2.4  95.4±1.8   83.7±2.9  78.6±4.2   73.2±4.3  52.0±4.6   66.4±5.6  68.0±3.7
    concept  64.6±4.3 65.8±19.1  93.4±1.6  90.5±10.8  80.8±3.0  60.9±24.4  61.5±3.9  31.7±13.7  64.9±3.9  54.0±16.7
    encdec   51.5±7.4 67.1±5.1   84.4±11.0 92.7±1.9   73.6±12.1 77.7±3.9   20.5±27.4 48.9±3.8   50.9±12.2 59.1±4.1
    gft-1    65.0±4.2 85.2±3.4   93.8±1.9  96.3±1.3   84.7±3.5  82.1±5.3   76.4±3.1  61.2±3.9   70.4±4.2  78.3±4.5
    gft-2    70.7±3.5 84.6±3.0   94.5±1.8  96.3±1.9   85.6±2.3  80.5±2.7   80.7±2.6  61.4±4.9   72.3±3.7  78.8±2.6
    """,
    9: """
    concat   46.1±4.9 63.6±4.2   94.1±1.3  96.5±1.2   72.2±6.2  72.1±4.1   46.2±26.1 38.8±3.8   47.1±11.7 49.6±4.3
    gated    49.5±4.1 65.6±4.2   94.4±1.8  95.8±1.7   77.7±4.8  72.6±5.4   66.4±5.0  37.7±4.1   55.5±4.7  49.2±3.5
    cgated   47.1±3.2 63.8±4.5   94.6±1.6  96.1±1.7   75.5±4.1  74.0±4.6   62.8±4.5  39.2±4.2   56.2±4.0  52.5±4.1
    film     49.0±3.6 68.2±3.1   94.4±1.6  97.4±1.1   76.9±3.3  74.0±3.8   67.5±5.1  43.3±3.1   57.5±4.4  56.6±2.8
    concept  55.1±3.9 55.6±17.1  96.3±1.5  95.0±4.6   73.7±3.5  53.3±21.0  56.2±5.2  27.6±12.7  57.5±4.5  43.7±14.7
    encdec   40.3±7.3 56.0±4.0   89.4±6.6  95.3±2.1   66.9±10.3 69.8±4.5   20.6±25.4 38.1±3.9   43.3±12.6 50.3±3.7
    gft-1    55.1±2.8 78.3±3.0   95.3±1.6  97.8±1.0   76.8±3.0  78.3±4.4   70.8±3.5  52.3±5.4   60.5±2.8  66.9±3.8
    gft-2    60.9±5.1 76.2±3.6   96.8±1.3  98.1±0.9   77.6±3.8  76.3±4.1   71.4±3.7  51.8±5.8   65.1±4.2  66.8±4.3
    """,
    # Its 2D cells of Concept repeat those of Concat, deviations and all: a slip of the paper, so they are left out.
    10: """
    concat   44.2±3.2 59.3±2.2   94.9±1.6  96.5±1.0   70.3±6.7  70.9±4.6   43.8±24.9 35.7±3.0   47.6±12.1 48.2±4.2
    gated    45.9±4.6 64.1±3.1   94.4±1.6  95.7±1.8   76.7±3.9  71.1±4.1   63.5±4.0  36.2±4.4   56.2±5.6  50.6±4.9
    cgated   44.9±3.8 64.2±5.0   93.9±1.5  96.9±1.0   76.3±4.9  70.0±4.4   63.4±4.2  37.5±4.3   56.6±3.8  52.5±2.9
    film     46.7±3.7 66.1±4.2   93.5±2.5  97.6±1.2   77.6±3.7  72.4±3.7   64.7±4.8  41.2±4.8   57.4±3.1  56.4±2.7
    concept  –        55.5±18.3  –         94.5±5.9   –         50.9±21.2  –         24.1±11.0  –         40.2±15.6
    encdec   37.8±6.0 53.9±6.1   91.4±5.5  95.8±2.0   66.7±12.3 69.0±3.4   18.6±23.7 35.9±3.5   41.9±11.0 47.4±3.6
    gft-1    52.7±3.4 78.1±4.3   95.9±1.7  98.3±0.9   78.7±2.9  75.5±4.3   66.6±3.5  51.6±3.8   60.5±2.6  68.3±3.5
    gft-2    60.7±2.7 78.8±3.2   97.3±1.4  98.6±1.3   78.6±6.2  76.2±3.5   69.2±4.0  52.4±4.5   65.7±4.0  68.2±5.2
    """,
    11: """
    concat   36.2±5.2 44.4±3.9   96.3±1.5  94.3±1.3   64.9±7.0  54.7±5.5   42.0±23.0 25.9±3.0   41.2±12.8 31.9±3.9
    gated    40.3±5.2 47.3±5.7   96.0±1.8  94.9±2.0   70.5±4.6  58.9±6.1   58.4±5.0  25.2±3.0   48.7±3.6  33.5±4.0
    cgated   35.9±3.0 46.0±4.0   95.3±2.0  95.3±1.4   72.4±5.1  54.7±5.2   54.0±4.0  24.5±2.5   46.7±3.9  32.6±3.1
    film     39.9±4.4 53.2±4.6   96.8±1.1  95.5±1.0   72.4±3.7  59.1±5.4   59.3±5.0  28.3±3.4   49.2±4.3  36.6±3.9
    concept  44.7±3.7 42.9±15.7  97.5±1.4  95.1±3.0   68.7±3.5  36.1±16.4  49.1±4.1  17.4±9.6   48.7±3.9  27.6±11.2
    encdec   31.7±5.9 38.6±4.6   93.5±4.3  94.1±1.3   62.3±11.6 56.5±3.3   16.1±21.7 25.9±4.3   38.0±11.5 32.4±2.8
    gft-1    43.9±3.7 62.6±4.0   96.0±1.2  95.9±1.5   74.3±3.3  64.4±4.6   61.7±3.0  38.7±4.0   53.5±5.5  49.5±3.6
    gft-2    51.5±3.5 63.2±5.2   98.0±1.3  96.0±1.5   72.4±4.5  64.2±5.4   64.1±5.5  37.5±3.5   58.9±3.5  53.4±4.2
    """,
}


def _read() -> dict[tuple[int, str, str, str], Figure]:
    columns = [(task, world) for task in TASKS for world in WORLDS]
    figures = {}
    for size, text in _ROWS.items():
        for line in text.strip().splitlines():
            method, *cells = line.split()
            for (task, world), cell in zip(columns, cells, strict=True):
                if cell != "–":
                    mean, deviation = map(float, cell.split("±"))
                    figures[size, method, task, world] = Figure(mean, deviation)
    return figures


FIGURES = _read()  # by (cells a side, method, task, world)


def has_setting(setting: Setting) -> bool:
    """Are there figures of the paper for this setting: its maps, all its tasks, all classes?"""
    square = setting.rows == setting.columns and OBJECTS.get(setting.rows) == (setting.goals, setting.obstacles)
    return (
        square
        and setting.split is None
        and setting.map is None
        and setting.classes is None
        and sorted(setting.tasks) == sorted(TASKS)
    )
