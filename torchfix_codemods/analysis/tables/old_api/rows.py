"""The kinds of rows in the table of old names: one row for each name or argument that a library renamed or removed.

To add one, put it into the module of this package that fits, run `python docs/make_docs.py`, and run the tests: they
rewrite the row's `example` and run it on the libraries that are installed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar


def _words_of(name: str) -> str:
    """The last word of a dotted name, with its library or, where that is torch, with the module that it is in."""
    words = name.split(".")
    if words[0] in _SAY_NOTHING:
        return " ".join(words[1:][-2:])
    return words[0] if len(words) == 1 else f"{words[0]} {words[-1]}"


_SAY_NOTHING = frozenset({"torch", "Tensor", "Iterator", "Mapping", "Scheduler"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What rows of all kinds say.

    `old` is a dotted name as imports give it (`torch.nn.init.uniform`), that of a method with what its object is
    (`Tensor.symeig`, `Iterator.next`; `values/receivers.py` says how that is known), or a builtin of Python 2
    (`xrange`). `since` is the version with the new form, `gone` the first one without the old form; empty while it
    still works and only warns, or is silently old. Both name the package: "torch 0.4". `unsafe` says why the new form
    may give other results; empty where it gives the same. `example` is a short program that uses the old form and
    leaves what it got in `out`. `source` is the address of the fact.
    """

    old: str
    since: str
    gone: str = ""
    unsafe: str = ""
    example: str = ""
    source: str = ""

    @property
    def triggers(self) -> tuple[str, ...]:
        """The words that have to stand in a file which uses the old form, one of these: `norm`, `init uniform`."""
        return (_words_of(self.old),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Row):
    """A function, class or module has another name and is otherwise the same.

    `new` is its dotted name, one without a dot a builtin. `needs` is the module that has to be imported for it where
    that is not all before the last dot; empty where it is none. `whole`: it is a module, of which parts may be
    imported. `positional` is how many arguments may be given without their names today, where they are fewer.
    """

    new: str
    needs: str | None = None
    whole: bool = False
    positional: int | None = None

    @property
    def module(self) -> str:
        """The module that has to be imported for the new name; empty for a builtin."""
        return self.new.rpartition(".")[0] if self.needs is None else self.needs


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten(Row):
    """A call is written in another way.

    `parameters` are those of the old function in order, `self` first for a method. `new` is the expression to write:
    `{name}` stands for an argument, `{callee}` for what is called, and a name in brackets is spelled as the file's
    imports have it: `[torch.linalg.solve]({A}, {input})`. `{...}` stands for all arguments: by their names, or as they
    are where `parameters` is `...` because the new function has the same. The row is for calls that give the arguments
    that have a place in `new` or in `when`, and no others. `when` says what the text of an argument
    is: `True`, `<int>` (a whole number), `<number>`. `item`: the old call gave a tuple, of which only this part is
    used, and the new one gives the part. `named` is an argument that must have been given by its name.
    """

    parameters: tuple[str, ...]
    new: str
    when: tuple[tuple[str, str], ...] = ()
    item: int | None = None
    named: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone(Row):
    """There is no replacement that could be written without knowing more.

    `instead` says what a person has to do, in a clause. `called`: only a call of the name is meant.
    """

    instead: str
    called: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument(Row):
    """An argument of a function has another name, other values, a new default, or is gone.

    `old` is the argument's name with that of the function: `torch.meshgrid(indexing)`. `also` are more functions of
    which the same holds, with the same position. `position` is where it could be given without its name, None where
    it could not. `new` is the name it has now; empty where it is to be left out. `values` maps texts of values to new
    ones ("*": any other value, with `{}` for its text); without them a value stays. `added` is the value to write
    where the argument is not given, so that the call keeps its meaning.
    """

    also: tuple[str, ...] = ()
    position: int | None = None
    new: str = ""
    values: tuple[tuple[str, str], ...] = ()
    added: str = ""

    @property
    def function(self) -> str:
        """The dotted name of the function."""
        return self.old.partition("(")[0]

    @property
    def name(self) -> str:
        """The argument's name."""
        return self.old.partition("(")[2].removesuffix(")")

    @property
    def triggers(self) -> tuple[str, ...]:
        """The function together with the argument, unless that is to be added or could be given by its position."""
        names = (self.function, *self.also)
        if self.added or self.position is not None:
            return tuple(_words_of(name) for name in names)
        return tuple(f"{name.rpartition('.')[2]} {self.name}" for name in names)


SomeRow = TypeVar("SomeRow", bound=Row)


def from_source(source: str, *rows: SomeRow) -> tuple[SomeRow, ...]:
    """The rows, with the address of the page that says so."""
    return tuple(row if row.source else replace(row, source=source) for row in rows)
