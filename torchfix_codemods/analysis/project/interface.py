"""What one file tells the others of a run: its names, classes, functions, and what it gives to whom. Plain data.

It crosses the pool and goes into the cache, so all of it is tuples of text and numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Given(NamedTuple):
    """One value that an expression can have, as far as its own text shows it.

    `kind` says what `text` is: `constant` (its repr), `device` (the torch.device of that text), `call` and `name` (a
    dotted name; one of the file's own begins with a dot of its own, `.Net`, like a relative import), `method` (a
    method of something unknown), `parameter` (of the function around), `self` (an attribute of it), `instance` (of the
    class that an annotation names), `again` (the variable that is asked for, in a loop), or `other` (nothing is
    known). `then` are the attributes, methods (`cuda()`) and items (`[]`) that follow; `held` says that
    the value is an item of a list or dictionary.
    """

    kind: str
    text: str = ""
    then: tuple[str, ...] = ()


UNKNOWN = Given("other")


class Call(NamedTuple):
    """A call whose callee can be a function or class of the run.

    `callee` is a dotted name (`models.make`, `.make` of the file itself, `.Net.step` through `self` or an instance) or
    `?.step`, a method of something unknown. `inside` is the function that calls, empty for the module. Each argument
    is what it can be. `is_open` says that there are `*args` or `**kwargs`, which cannot be seen. `fresh` are the
    arguments (position from 0, or keyword) that the caller has just made and computed nothing with. `receiver` is what
    the object of a `?.step` can be, empty where that is not known.
    """

    callee: str
    line: int
    inside: str = ""
    arguments: tuple[tuple[Given, ...], ...] = ()
    keywords: tuple[tuple[str, tuple[Given, ...]], ...] = ()
    is_open: bool = False
    fresh: tuple[str, ...] = ()
    receiver: tuple[Given, ...] = ()


class Function(NamedTuple):
    """A function of the module, or a method (`Net.forward`); what is defined inside counts as its own.

    `parameters` are in order, with `self`; `*args` and `**kwargs` keep their stars. Of these, `writes` are edited in
    place, `keeps` are stored where they outlive the call, `returns` may be (or be part of) the result, `moves` are put
    on a device. `gives` is what it can return. `gradient_line` is the first line that takes gradients or tells whether
    they are on, 0 for none, and `decorators` are dotted names. `telling_line` is the first line that asks a tensor
    whether it has a graph, `inner_line` the first that takes gradients in a function or lambda inside. `mentions` are
    names that stand in it as values and not as callees: dotted ones, those of the file's own variables without a dot
    in front, and `self.x`. `marks` are the parameters whose `requires_grad` it sets. `result` is the class that its
    annotation says that it returns, a dotted name, `items` how many values it returns as a tuple, 0 for others, and
    `defaults` the parameters whose default is another one than None.
    """

    name: str
    line: int
    parameters: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    gives: tuple[Given, ...] = ()
    gradient_line: int = 0
    decorators: tuple[str, ...] = ()
    telling_line: int = 0
    inner_line: int = 0
    mentions: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    result: str = ""
    items: int = 0
    defaults: tuple[str, ...] = ()


class Class(NamedTuple):
    """A class of the module. `bases` are dotted names, `?` for one that has none; `attributes` what `self.x` gets."""

    name: str
    line: int
    bases: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    attributes: tuple[tuple[str, tuple[Given, ...]], ...] = ()


class Interface(NamedTuple):
    """What one file tells the others.

    `imports` are (bound name, dotted target) with the dots of relative imports, `modules` all modules that it imports,
    `stars` those of which it takes every name, `names` what module-level names are given, `mentions` the dotted names
    in that (`()` follows those that are called). `sets` are (attribute, function, what it gets) for attributes of other
    things than `self`, `fills` (attribute, function, where a graph can come from) for what is written into their
    tensors in place, and `yields` (position, function, where a graph can come from) for the items of the tuples that a
    generator gives. `saved_models` are (label, line) of files that it may load whole models from, `model_saves` of
    those that it saves models to. `attention` are the classes of a file that uses torch's own attention layers,
    `chooses_gpus` the functions and classes that set CUDA_VISIBLE_DEVICES, `patched` the methods that it gives classes
    or objects from outside. `packs`, `retains`, `nests` and `clears_itself` say that it makes packed sequences, retains
    graphs, can make graphs of gradients, and has modules that clear their own gradients, `goes_back` that it names a
    backward pass. `knows_gpus` says that it can have to do with GPUs, by a name, a text, or a `.to(..)` of it, `casts`
    that it asks for mixed precision. `is_unread` says that it does not parse, so that nothing is known of it. `text` is
    the source of a file that saves or loads what may be a whole model, for who rewrites both sides together; empty for
    all others.
    """

    imports: tuple[tuple[str, str], ...] = ()
    modules: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    names: tuple[tuple[str, tuple[Given, ...]], ...] = ()
    classes: tuple[Class, ...] = ()
    functions: tuple[Function, ...] = ()
    calls: tuple[Call, ...] = ()
    sets: tuple[tuple[str, str, tuple[Given, ...]], ...] = ()
    fills: tuple[tuple[str, str, tuple[Given, ...]], ...] = ()
    yields: tuple[tuple[str, str, tuple[Given, ...]], ...] = ()
    mentions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    saved_models: tuple[tuple[str, int], ...] = ()
    model_saves: tuple[tuple[str, int], ...] = ()
    attention: tuple[str, ...] = ()
    chooses_gpus: tuple[str, ...] = ()
    patched: tuple[str, ...] = ()
    packs: bool = False
    retains: bool = False
    nests: bool = False
    goes_back: bool = False
    clears_itself: bool = False
    knows_gpus: bool = False
    casts: bool = False
    is_unread: bool = False
    text: str = ""


EMPTY = Interface()
UNREAD = Interface(knows_gpus=True, is_unread=True)


def from_lists(values: list[Any]) -> Interface:
    """An interface from what `json` makes of one.

    Raises:
        ValueError, TypeError: they are something else.
    """
    fields = zip(Interface._fields, values, strict=True)
    made: list[Any] = [_MAKERS.get(name, _plain)(value) for name, value in fields]
    return Interface(*made)


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list) else value


def _given(values: list[Any]) -> tuple[Given, ...]:
    return tuple(Given(kind, text, tuple(then)) for kind, text, then in values)


def _named(values: list[Any]) -> tuple[tuple[str, tuple[Given, ...]], ...]:
    return tuple((name, _given(given)) for name, given in values)


def _classes(values: list[Any]) -> tuple[Class, ...]:
    return tuple(
        Class(name, line, tuple(bases), tuple(methods), _named(attributes))
        for name, line, bases, methods, attributes in values
    )


_GIVES = Function._fields.index("gives")


def _functions(values: list[Any]) -> tuple[Function, ...]:
    return tuple(
        Function._make([*map(_plain, before), _given(gives), *map(_plain, after)])
        for (*before, gives), after in ((one[: _GIVES + 1], one[_GIVES + 1 :]) for one in values)
    )


def _calls(values: list[Any]) -> tuple[Call, ...]:
    return tuple(
        Call(callee, line, inside, tuple(map(_given, given)), _named(words), is_open, tuple(fresh), _given(receiver))
        for callee, line, inside, given, words, is_open, fresh, receiver in values
    )


def _sets(values: list[Any]) -> tuple[tuple[str, str, tuple[Given, ...]], ...]:
    return tuple((name, inside, _given(given)) for name, inside, given in values)


_MAKERS: dict[str, Callable[[Any], Any]] = {
    "names": _named,
    "classes": _classes,
    "functions": _functions,
    "calls": _calls,
    "sets": _sets,
    "fills": _sets,
    "yields": _sets,
}
