"""`xworld pack check`: what a pack holds, what is wrong with it, and how it looks."""

from pathlib import Path

from xworld.errors import XWorldError
from xworld.language.productions import OBJECTS
from xworld.objects import packs, sources
from xworld.objects.meshes import MeshPack, load_meshes
from xworld.objects.packs import PicturePack, load_pack
from xworld.sheet import check_sheet_name, mesh_sheet, picture_sheet, save_sheet


def check_pack(path: Path, out: Path | None, budget: int) -> int:
    """Print the pack's contents and problems and write its contact sheet; 0 if nothing is wrong, 1 otherwise."""
    if out is not None:
        check_sheet_name(out)
    pack = open_pack(path, budget)
    world = "3d" if isinstance(pack, MeshPack) else "2d"
    what = "models" if world == "3d" else "pictures"
    print(f"{pack.name}: {what}, {len(pack.classes)} classes, {sum(pack.counts)} instances")
    for name, count in zip(pack.classes, pack.counts):
        known = "" if name in OBJECTS[world] else "   new word"
        triangles = ""
        if isinstance(pack, MeshPack):
            triangles = "   triangles: " + ", ".join(str(len(mesh.triangles)) for mesh in pack.of(name))
        print(f"  {name:24} {count:3}{triangles}{known}")
    missing = [name for name in OBJECTS[world] if name not in pack.classes]
    if missing:
        print(f"{len(missing)} of the {len(OBJECTS[world])} classes of XWORLD{world.upper()} are not in it")
    if len(pack.classes) < 4:
        print(f"with {len(pack.classes)} classes there is room for as many objects on a map: use goals={len(pack.classes)}")
    for problem in pack.problems:
        print(f"problem: {problem}")
    sheet = out or Path(f"{pack.name}_sheet.png")
    save_sheet(mesh_sheet(pack) if isinstance(pack, MeshPack) else picture_sheet(pack), sheet)
    print(f"wrote {sheet}; {len(pack.problems) or 'no'} problem{'' if len(pack.problems) == 1 else 's'}")
    return 1 if pack.problems else 0


def open_pack(path: Path, budget: int) -> PicturePack | MeshPack:
    """A pack of either kind: of models if it has any, else of pictures (models may have pictures as textures)."""
    if not path.exists():
        raise XWorldError(f"there is no pack {str(path)!r}; give a folder of pictures or models, or a .sh3f library.")
    endings = (*sources.ENDINGS, ".sh3f")
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    if any(file.name.lower().endswith(endings) for file in files):
        return load_meshes(path, skip_bad=True, budget=budget)
    if path.is_file():
        raise XWorldError(f"{str(path)!r} is not a pack; packs are folders, or files that end in .sh3f.")
    if not any(file.name.lower().endswith(packs.ENDINGS) for file in files):
        raise XWorldError(f"the folder {str(path)!r} has neither pictures nor models in it.")
    return load_pack(path, skip_bad=True)
