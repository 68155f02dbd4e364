"""Models of other people: read, coloured, reduced, fitted; and refused when they are not what they should be."""

import io
import struct
import zipfile
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
import trimesh
from PIL import Image

from xworld import XWorldError, grammar
from xworld.cli import main
from xworld.objects.meshes import load_meshes
from xworld.objects.models import models, textures

CUBE = trimesh.creation.box((1.0, 2.0, 0.5))  # x, y (up), z


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def obj(mesh: trimesh.Trimesh, colour: str = "") -> str:
    lines = [f"mtllib m.mtl\nusemtl {colour}"] if colour else []
    lines += ["v {} {} {}".format(*vertex) for vertex in mesh.vertices]
    lines += ["f {} {} {}".format(*(face + 1)) for face in mesh.faces]
    return "\n".join(lines)


def write(file: Path, text: str | bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def library(file: Path, members: dict[str, bytes | str]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file


def test_the_built_in_models_are_the_vocabulary_on_the_floor_of_a_cell():
    pack = models()
    assert pack.classes == grammar("3d").objects
    for (mesh,) in pack.meshes:
        low, high = mesh.bounds
        assert 60 <= len(mesh.triangles) <= 600
        assert abs(low[2]) < 1e-3
        assert 0.94 < (high - low).max() < 0.96
        assert (np.abs(mesh.vertices[:, :2]) <= 0.5).all()
        assert len(np.unique(mesh.colours, axis=0)) >= 2
    assert set(textures()) == {"brick", "crate", "cube", "wall_1", "wall_2", "floor"}


def test_folders_are_classes_and_files_are_turned_upright(tmp_path):
    write(tmp_path / "pack/Box Sofa/model_1.obj", obj(CUBE))
    (tmp_path / "pack/ball").mkdir()
    trimesh.creation.icosphere(subdivisions=5).export(tmp_path / "pack/ball/x.glb")
    pack = load_meshes(tmp_path / "pack")
    assert pack.classes == ("ball", "box-sofa")
    low, high = pack.of("box-sofa")[0].bounds
    assert np.allclose(high - low, [0.475, 0.2375, 0.95], atol=1e-3)  # y was up
    assert low[2] == pytest.approx(0, abs=1e-5)
    assert 300 < len(pack.of("ball")[0].triangles) <= 600  # of 20,480
    radii = np.linalg.norm(pack.of("ball")[0].vertices - [0, 0, 0.475], axis=1)
    assert np.allclose(radii, 0.475, atol=0.03)


def test_the_originals_tree_with_materials_and_textures(tmp_path):
    write(tmp_path / "goal/others/bike_1/bike.obj", obj(CUBE, "red"))
    write(tmp_path / "goal/others/bike_1/m.mtl", "newmtl red\nKd 0.8 0.1 0.1\n")
    quad = "mtllib m.mtl\nusemtl t\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 .3\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n"
    write(tmp_path / "goal/others/photo_1/photo.obj", quad)
    write(tmp_path / "goal/others/photo_1/m.mtl", "newmtl t\nmap_Kd blue.png\n")
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), (20, 40, 220)).save(picture, "png")
    write(tmp_path / "goal/others/photo_1/blue.png", picture.getvalue())
    pack = load_meshes(tmp_path)
    assert pack.classes == ("bike", "photo")
    assert np.allclose(pack.of("bike")[0].colours, [204, 26, 26], atol=2)
    assert np.allclose(pack.of("photo")[0].colours, [20, 40, 220], atol=3)


def test_a_furniture_library(tmp_path):
    catalogue = "\n".join(
        [
            "id=test",
            "name#1=Night table\nmodel#1=/t/table.obj\nwidth#1=50\ndepth#1=100\nheight#1=25",
            "name#2=Lamp\nmodel#2=/t/table.obj\nmodelRotation#2=1 0 0 0 0 1 0 -1 0",
            "name#3=No model",
        ]
    )
    members = {"PluginFurnitureCatalog.properties": catalogue, "t/table.obj": obj(CUBE)}
    pack = load_meshes(library(tmp_path / "x.sh3f", members))
    assert pack.classes == ("lamp", "night-table")
    low, high = pack.of("night-table")[0].bounds
    assert np.allclose(high - low, [0.475, 0.95, 0.2375], atol=1e-3)  # as the catalogue says
    low, high = pack.of("lamp")[0].bounds
    assert np.allclose(high - low, [0.475, 0.95, 0.2375], atol=1e-3)  # lies on its back
    assert load_meshes(tmp_path / "x.sh3f").classes == pack.classes  # from the cache


@pytest.mark.parametrize(
    "entry", ["width#1=nan", "width#1=0", "width#1=x", "modelRotation#1=1 2 3", "modelRotation#1=" + "nan " * 9]
)
def test_a_catalogue_with_impossible_numbers_is_refused(tmp_path, entry):
    catalogue = f"name#1=Bed\nmodel#1=/bed.obj\nwidth#1=1\ndepth#1=1\nheight#1=1\n{entry}"
    with pytest.raises(XWorldError, match=r"bed.obj has .* in the catalogue"):
        load_meshes(library(tmp_path / "x.sh3f", {"PluginFurnitureCatalog.properties": catalogue, "bed.obj": obj(CUBE)}))


def test_names_in_latin_1_are_read(tmp_path):
    catalogue = "name#1=\u00c9tag\u00e8re\nmodel#1=/bed.obj\nname#2=Lit \\u00e9troit\nmodel#2=/bed.obj".encode("latin-1")
    pack = load_meshes(library(tmp_path / "x.sh3f", {"PluginFurnitureCatalog.properties": catalogue, "bed.obj": obj(CUBE)}))
    assert pack.classes == ("etagere", "lit-etroit")


def test_the_second_reading_comes_from_the_cache_until_a_file_changes(tmp_path):
    file = write(tmp_path / "pack/cup/a.obj", obj(CUBE))
    first = load_meshes(tmp_path / "pack")
    caches = list((tmp_path / "cache/xworld").iterdir())
    assert len(caches) == 1
    again = load_meshes(tmp_path / "pack")
    assert (again.of("cup")[0].vertices == first.of("cup")[0].vertices).all()
    whole = caches[0].read_bytes()
    for damaged in (b"torn", whole[: len(whole) // 2], whole[:50] + b"xxxx" + whole[54:], b""):
        caches[0].write_bytes(damaged)
        assert load_meshes(tmp_path / "pack").classes == ("cup",)
    write(file, obj(trimesh.creation.icosphere(subdivisions=1)))
    assert len(load_meshes(tmp_path / "pack").of("cup")[0].triangles) == 80


def broken_models() -> dict[str, tuple[str, bytes | str, str]]:
    glb = struct.pack("<4sIIII", b"glTF", 2, 10**9, 10**9, 0x4E4F534A) + b"{}"
    return {
        "nothing in it": ("a.obj", "# empty", "has no triangles|cannot be read as a model"),
        "not a number": ("a.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "not finite"),
        "huge numbers": ("a.obj", "v 1e30 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "not finite"),
        "a face without corners": ("a.obj", "v 0 0 0\nf 1 2 3", "cannot be read as a model|no triangles|not finite"),
        "all corners in one point": ("a.obj", "v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3", "no surface|no triangles"),
        "not a glb": ("a.glb", b"hello", "cannot be read as a model"),
        "a glb that lies about its size": ("a.glb", glb, "cannot be read as a model|no triangles"),
        "too many bytes": ("a.obj", b"#" * (65 * 2**20), "65 MiB"),
    }


@pytest.mark.parametrize("name", broken_models())
def test_a_broken_file_is_named_and_refused_or_left_out(name, tmp_path):
    file, data, message = broken_models()[name]
    write(tmp_path / "pack/good/a.obj", obj(CUBE))
    write(tmp_path / f"pack/bad/{file}", data)
    with pytest.raises(XWorldError, match=rf"is refused: bad/{file} .*({message})"):
        load_meshes(tmp_path / "pack")
    pack = load_meshes(tmp_path / "pack", skip_bad=True)
    assert pack.classes == ("good",)
    assert len(pack.problems) == 1
    assert f"bad/{file}" in pack.problems[0]


def test_a_model_reads_nothing_outside_its_pack(tmp_path):
    write(tmp_path / "secret.mtl", "newmtl red\nKd 1 0 0\n")
    write(tmp_path / "pack/a/a.obj", obj(CUBE, "red").replace("m.mtl", "../../secret.mtl"))
    write(tmp_path / "pack/good/a.obj", obj(CUBE))
    (tmp_path / "pack/b").mkdir()
    (tmp_path / "pack/b/link.obj").symlink_to(write(tmp_path / "outside.obj", obj(CUBE)))
    pack = load_meshes(tmp_path / "pack", skip_bad=True)
    assert pack.classes == ("a", "good")
    assert not (pack.of("a")[0].colours == [255, 0, 0]).all()  # done without
    assert pack.problems == ("b/link.obj leads out of the pack.",)


def test_a_material_named_by_a_path_on_its_makers_disk_is_found_beside_the_model(tmp_path):
    write(tmp_path / "pack/a/a.obj", obj(CUBE, "red").replace("m.mtl", "C:\\\\models\\\\m.mtl"))
    write(tmp_path / "pack/a/m.mtl", "newmtl red\nKd 1 0 0\n")
    assert (load_meshes(tmp_path / "pack").of("a")[0].colours == [255, 0, 0]).all()


def test_malicious_archives_are_refused(tmp_path):
    catalogue = "name#1=Bed\nmodel#1=/bed.obj"
    good = {"PluginFurnitureCatalog.properties": catalogue, "bed.obj": obj(CUBE)}
    for name in ("../evil.obj", "/etc/evil.obj", "a\\..\\evil.obj"):
        with pytest.raises(XWorldError, match="leads out of the pack"):
            load_meshes(library(tmp_path / "evil.sh3f", good | {name: "x"}))
    with zipfile.ZipFile(tmp_path / "bomb.sh3f", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("PluginFurnitureCatalog.properties", catalogue)
        archive.writestr("bed.obj", b"\0" * (100 * 2**20))
    assert (tmp_path / "bomb.sh3f").stat().st_size < 2**20
    with pytest.raises(XWorldError, match="would unpack to 100 MiB"):
        load_meshes(tmp_path / "bomb.sh3f")
    with zipfile.ZipFile(tmp_path / "damaged.sh3f", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("PluginFurnitureCatalog.properties", catalogue)
        archive.writestr("bed.obj", obj(CUBE) * 50)
    data = bytearray((tmp_path / "damaged.sh3f").read_bytes())
    start = data.index(b"bed.obj") + 7
    data[start : start + 40] = b"\xff" * 40
    with pytest.raises(XWorldError, match=r"bed.obj cannot be unpacked"):
        load_meshes(write(tmp_path / "damaged.sh3f", bytes(data)))
    write(tmp_path / "no.sh3f", b"PK not a zip")
    with pytest.raises(XWorldError, match="not a readable archive"):
        load_meshes(tmp_path / "no.sh3f")
    with pytest.raises(XWorldError, match=r"PluginFurnitureCatalog.properties is not in the archive"):
        load_meshes(library(tmp_path / "empty.sh3f", {"a": "b"}))


def test_a_texture_that_is_a_bomb_does_not_go_off(tmp_path):
    bomb = io.BytesIO()
    Image.new("1", (9000, 9000)).save(bomb, "png")
    quad = "mtllib m.mtl\nusemtl t\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 .3\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n"
    write(tmp_path / "pack/a/a.obj", quad)
    write(tmp_path / "pack/a/m.mtl", "newmtl t\nmap_Kd bomb.png\n")
    write(tmp_path / "pack/a/bomb.png", bomb.getvalue())
    with pytest.raises(XWorldError, match=r"a/a.obj asks for a file that is refused: bomb.png is 9000×9000"):
        load_meshes(tmp_path / "pack")


@pytest.mark.parametrize("kind", ["folder", "library"])
def test_a_pack_is_playable_and_its_models_are_seen(kind, tmp_path):
    catalogue = "name#1=Robot\nmodel#1=/m/a.obj\nname#2=Robot\nmodel#2=/m/a.obj\nname#3=Cat\nmodel#3=/m/a.obj"
    if kind == "library":
        pack = library(tmp_path / "x.sh3f", {"PluginFurnitureCatalog.properties": catalogue, "m/a.obj": obj(CUBE)})
    else:
        pack = tmp_path / "pack"
        for name in ("Robot/a.obj", "Robot/b.obj", "cat/x.obj"):
            write(pack / name, obj(CUBE))
    env = gym.make("XWorld3D-v0", objects=pack, tasks="nav", map="...\n.a.\n.^b", segmentation=True).unwrapped
    named, instances = set(), set()
    for seed in range(30):
        observation, info = env.reset(seed=seed)
        named |= set(info["objects"])
        state = env.simulation.batch[0]
        robot = next(k for k in range(2) if env.simulation.teacher.classes[state.kind[k]] == "robot")
        instances.add(int(state.instance[robot]))
        assert env.segmentation_classes[observation["segmentation"][60, 42, 0]] in ("robot", "cat")  # straight ahead
        while not info["success"]:
            *_, info = env.step(env.oracle())
    assert named == {"robot", "cat"}
    assert instances == {0, 1}
    assert env.vocabulary.words == (*grammar("3d").vocabulary.words, "robot")


def test_pack_check_lists_everything_and_writes_a_sheet(tmp_path, capsys):
    write(tmp_path / "pack/cup/a.obj", obj(CUBE))
    write(tmp_path / "pack/robot-arm/a.obj", obj(CUBE))
    assert main(["pack", "check", str(tmp_path / "pack"), "--out", str(tmp_path / "sheet.png")]) == 0
    printed = capsys.readouterr().out
    assert "2 classes, 2 instances" in printed
    assert "triangles: 12" in printed
    assert printed.count("new word") == 1
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.width > 300
    write(tmp_path / "pack/bad/a.glb", "no")
    assert main(["pack", "check", str(tmp_path / "pack"), "--out", str(tmp_path / "sheet.png")]) == 1
    assert "problem: bad/a.glb cannot be read" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nowhere", "file.txt", "empty"])
def test_what_is_no_pack_is_refused_with_a_sentence(name, tmp_path, capsys):
    write(tmp_path / "file.txt", "x")
    (tmp_path / "empty").mkdir()
    assert main(["pack", "check", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
