"""Files of a pack: a folder or a zip archive, read the same careful way.

Packs are untrusted: names must stay inside the pack, and sizes are looked at before anything is read or unpacked.
"""

import posixpath
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Protocol

from xworld.errors import XWorldError
from xworld.language.productions import OBJECTS
from xworld.language.templates import WORD

MOST_BYTES = 64 * 2**20  # of one file, unpacked
MOST_ARCHIVE_BYTES = 2 * 2**30  # of all files of an archive, unpacked
MOST_FILES = 50_000
NUMBERED = re.compile(r"(.+?)_(\d+(?:\.\d+)?)")


class Tree(Protocol):
    """A pack's files by their names: relative, with forward slashes."""

    name: str

    def names(self) -> list[str]:
        """All files, sorted."""
        ...

    def read(self, name: str) -> bytes:
        """The contents of one file."""
        ...


class Folder:
    """A folder on disk. Links that lead out of it are refused."""

    def __init__(self, root: Path):
        self.root = root.resolve()
        self.name = root.name
        names = []
        for file in self.root.rglob("*"):
            if file.is_file():
                names.append(file.relative_to(self.root).as_posix())
                if len(names) > MOST_FILES:
                    raise XWorldError(f"the pack {str(self.root)!r} has more than {MOST_FILES:,} files.")
        self._names = sorted(names)

    def names(self) -> list[str]:
        return self._names

    def read(self, name: str) -> bytes:
        file = (self.root / name).resolve()
        if not file.is_relative_to(self.root):
            raise XWorldError(f"{name} leads out of the pack.")
        try:
            size = file.stat().st_size
            if size > MOST_BYTES:
                raise XWorldError(f"{name} has {size // 2**20} MiB; at most {MOST_BYTES // 2**20} MiB are read.")
            return file.read_bytes()
        except OSError as error:
            raise XWorldError(f"{name} cannot be read: {error.strerror or error}.") from None


class Archive:
    """A zip file. Nothing is unpacked to disk."""

    def __init__(self, file: Path):
        self.name = file.stem
        try:
            self._zip = zipfile.ZipFile(file)
        except (OSError, zipfile.BadZipFile) as error:
            raise XWorldError(f"{str(file)!r} is not a readable archive: {error}.") from None
        members = [member for member in self._zip.infolist() if not member.is_dir()]
        total = sum(member.file_size for member in members)
        if len(members) > MOST_FILES or total > MOST_ARCHIVE_BYTES:
            raise XWorldError(f"{str(file)!r} would unpack to {len(members):,} files and {total // 2**20:,} MiB: too much.")
        self._members = {member.filename: member for member in members}
        for name in self._members:
            if name.startswith(("/", "\\")) or "\\" in name or ".." in PurePosixPath(name).parts or ":" in name:
                raise XWorldError(f"{str(file)!r} is refused: its file {name!r} leads out of the pack.")

    def names(self) -> list[str]:
        return sorted(self._members)

    def read(self, name: str) -> bytes:
        member = self._members.get(name.lstrip("/"))
        if member is None:
            raise XWorldError(f"{name} is not in the archive.")
        if member.file_size > MOST_BYTES:
            raise XWorldError(f"{name} would unpack to {member.file_size // 2**20} MiB; at most {MOST_BYTES // 2**20}.")
        try:
            with self._zip.open(member) as opened:
                data = opened.read(MOST_BYTES + 1)  # the size in the list may be a lie
        except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, NotImplementedError) as error:
            raise XWorldError(f"{name} cannot be unpacked: {error}.") from None
        if len(data) > MOST_BYTES:
            raise XWorldError(f"{name} unpacks to more than {MOST_BYTES // 2**20} MiB.")
        return data


def class_word(name: str) -> str:
    """A class as a word of the language: "Plate, glass" becomes plate-glass."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not WORD.fullmatch(word):
        raise XWorldError(f"{name!r} cannot be a class: there is no letter or digit in it.")
    return word


def split_number(stem: str) -> tuple[str, bool]:
    """apple_2 → (apple, True); apple → (apple, False)."""
    numbered = NUMBERED.fullmatch(stem)
    return (numbered[1], True) if numbered else (stem, False)


def picture_classes(names: Sequence[str]) -> dict[str, str]:
    """The class of each picture, by its folder's layout.

    A folder is a class; but one whose pictures are all numbered (apple_1, fig_1, fig_2) is a group of classes if it
    has several of them, or ones that the vocabulary knows, or lies in the original's goal/.
    """
    folders: dict[str, list[str]] = {}
    for name in names:
        folders.setdefault(posixpath.dirname(name), []).append(name)
    known = {word for words in OBJECTS.values() for word in words}
    classes = {}
    for folder, files in folders.items():
        parts = [split_number(PurePosixPath(name).stem) for name in files]
        kinds = {kind for kind, _ in parts}
        numbered = all(is_numbered for _, is_numbered in parts)
        group = numbered and (len(kinds) > 1 or kinds <= known or folder.split("/")[0] == "goal")
        for name, (kind, _) in zip(files, parts):
            classes[name] = kind if group or not folder else PurePosixPath(folder).name
    return classes


def model_class(name: str) -> str:
    """The class of a model: of apple_2/any.obj or apple/any.obj its folder's, of any other file its own name."""
    return split_number(PurePosixPath(name).parent.name or PurePosixPath(name).stem)[0]
