"""The members of enumerations that are compared with all the time, in a form that costs nothing to get at.

Before Python 3.12, `Kind.TENSOR` goes through methods of the metaclass. An inference does that millions of times, which
was a fifth of its time.
"""

from __future__ import annotations

import sys
from enum import Enum
from types import SimpleNamespace
from typing import TypeVar, cast

Enumeration = TypeVar("Enumeration", bound=type[Enum])


def plain_members(enumeration: Enumeration) -> Enumeration:
    """As a decorator: all that the name is good for at run time is its members, and those cannot be pickled."""
    if sys.version_info >= (3, 12):
        return enumeration
    return cast(Enumeration, SimpleNamespace(**enumeration.__members__))
