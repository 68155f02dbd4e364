"""How a process keeps its memory.

Path of the data: none of it; a program that trains calls `keep_memory` once, before it begins.
"""

import ctypes

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # parameters of glibc's mallopt


def keep_memory() -> bool:
    """Keep freed memory for later instead of returning it to the system: training frees and asks for the same large tensors
    at every step, and the system would clear each of their pages anew. False where the C library has no such switch."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return bool(mallopt(MMAP_THRESHOLD, 1 << 30) and mallopt(TRIM_THRESHOLD, 2**31 - 1))
