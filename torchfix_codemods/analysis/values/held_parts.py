"""What of a value an expression holds: an entry of it, or a container around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

ANY = "*"
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Part:
    """What of the value an expression holds.

    `keys` lead into the value, `wraps` are the containers put around it since, `columns` say which column of the tuples
    that an iterator gives holds it (`items()` and `enumerate` give it as the second).
    """

    keys: tuple[str, ...] = ()
    wraps: tuple[str, ...] = ()
    columns: tuple[int, ...] = ()

    def take(self, key: str) -> Part | None:
        """An entry; None if that entry is another value."""
        if self.wraps:
            same = ANY in (key, self.wraps[-1]) or key == self.wraps[-1]
            return replace(self, wraps=self.wraps[:-1]) if same else None
        return replace(self, keys=(*self.keys, key)) if len(self.keys) < _DEEPEST else self

    def put(self, key: str) -> Part:
        """In a container under that key. Elements put into a new container are the old container again."""
        if key == ANY and not self.wraps and self.keys[-1:] == (ANY,):
            return replace(self, keys=self.keys[:-1], columns=())
        if len(self.wraps) >= _DEEPEST:
            return self
        return replace(self, wraps=(*self.wraps, key), columns=())

    def plain(self) -> Part:
        return replace(self, columns=())
