"""Files are written whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from xworld.errors import XWorldError


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A temporary name beside `file` to write to; it takes the file's place when the block ends well."""
    if not file.name or file.is_dir():
        raise XWorldError(f"cannot write {str(file)!r}: it is a folder; give the name of a file.")
    temporary = file.with_name(f".{file.stem}.part{file.suffix}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        temporary.replace(file)
    except OSError as error:
        raise XWorldError(f"cannot write {str(file)!r}: {error.strerror or error}.") from None
    finally:
        with suppress(OSError):
            temporary.unlink()
