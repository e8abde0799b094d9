"""Names of what no file of a run is asked about: known modules, and methods that any object may have."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.torch_api import is_tensor_method
from torchfix_codemods.analysis.tables.words import words

# Roots whose functions do to their arguments what tables say, and no file of the run.
KNOWN_ROOTS = frozenset({"torch", "numpy", "torchvision", "os", "math", "time", "sys", "re", "json", "logging"})
# Methods of builtin containers, texts and files, which tell nothing of the run.
_PLAIN = words("""
    append extend appendleft items keys values get pop copy split join strip format startswith endswith replace read
    write close readline readlines lower upper encode decode remove sort reverse index count clear rstrip lstrip
    __init__ exists mkdir
""")


def is_plain_method(name: str) -> bool:
    """Is it a method of tensors, containers, texts or files, whose calls on something unknown are not noted?"""
    return name in _PLAIN or is_tensor_method(name)
