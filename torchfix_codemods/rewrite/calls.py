"""Changes the arguments of a call and keeps its layout: comments, line breaks, trailing comma."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst

from torchfix_codemods.edits import EditCall
from torchfix_codemods.rewrite import build
from torchfix_codemods.rewrite.errors import RefusedError
from torchfix_codemods.rewrite.spans import bare_generator

_NONE = cst.SimpleWhitespace("")


def edit_call(call: cst.Call, edit: EditCall, quoted: Callable[[str], str], unit: str) -> cst.Call:
    """The call after an edit.

    Args:
        call: the call, with the edits on its parts already made.
        edit: what to change.
        quoted: gives inserted code the quotes that fit the place.
        unit: one step of the file's indentation.

    Raises:
        RefusedError: the call has no such argument, or has the new keyword already.
    """
    if (edit.first is not None or edit.add) and (generator := bare_generator(call)):
        call = call.with_changes(args=[call.args[0].with_changes(value=build.parenthesized(generator))])
    slots = [_Slot(argument) for argument in call.args]
    for key in edit.drop:
        _slot(slots, key).dropped = True
    for position, name in edit.keyword_for:
        _give_keyword(_slot(slots, position), name)
    for old, new in edit.rename_keywords:
        slot = _slot(slots, old)
        slot.argument = slot.argument.with_changes(keyword=cst.Name(new))
    for key, code in edit.replace:
        slot = _slot(slots, key)
        slot.argument = slot.argument.with_changes(value=build.expression(quoted(code)))
    call = _without_dropped(call, slots)
    if edit.first is not None:
        call = _insert(call, 0, _argument(quoted(edit.first)), unit)
    for name, code in edit.add:
        call = _insert(call, _end(call), build.keyword(name, quoted(code)), unit)
    _check_order(call.args)
    if edit.rename is not None:
        call = call.with_changes(func=_renamed(call.func, edit.rename))
    return call


class _Slot:
    """One argument, with the name or position it had in the original call."""

    def __init__(self, argument: cst.Arg) -> None:
        self.argument = argument
        self.keyword = argument.keyword.value if argument.keyword else None
        self.positional = argument.keyword is None and argument.star != "**"
        self.dropped = False


def _slot(slots: Sequence[_Slot], key: int | str) -> _Slot:
    if isinstance(key, str):
        found = [slot for slot in slots if slot.keyword == key]
    else:
        found = [slot for slot in slots if slot.positional][key : key + 1]
    if not found or found[0].argument.star:
        raise RefusedError(f"the call has no argument {key!r}")
    return found[0]


def _give_keyword(slot: _Slot, name: str) -> None:
    slot.argument = slot.argument.with_changes(keyword=cst.Name(name), equal=build.equal_sign())


def _argument(code: str) -> cst.Arg:
    found = build.arguments(code)
    if len(found) != 1:
        raise RefusedError(f"`{code}` is not one argument")
    return found[0]


def _renamed(func: cst.BaseExpression, name: str) -> cst.BaseExpression:
    if isinstance(func, cst.Attribute):
        return func.with_changes(attr=cst.Name(name))
    if isinstance(func, cst.Name):
        return func.with_changes(value=name)
    raise RefusedError("what is called has no name to change")


def _without_dropped(call: cst.Call, slots: Sequence[_Slot]) -> cst.Call:
    kept = [slot.argument for slot in slots if not slot.dropped]
    if not kept:
        # An empty list keeps no line break between its parentheses.
        return call.with_changes(args=[], whitespace_before_args=_NONE) if slots else call
    _check_order(kept)
    if slots[-1].dropped:
        kept[-1] = _as_last(kept[-1], slots[-1].argument)
    return call.with_changes(args=kept)


def _as_last(argument: cst.Arg, last: cst.Arg) -> cst.Arg:
    """`argument` in the place of `last`, the comment behind it kept."""
    gap = _gap_after(argument)
    closing = _gap_after(last) if isinstance(last.comma, cst.Comma) else last.whitespace_after_arg
    if isinstance(gap, cst.ParenthesizedWhitespace) and (gap.first_line.comment or gap.empty_lines):
        closing = _with_end(gap, closing) if isinstance(closing, cst.ParenthesizedWhitespace) else gap
    if isinstance(last.comma, cst.Comma):
        return argument.with_changes(comma=last.comma.with_changes(whitespace_after=closing))
    return argument.with_changes(comma=cst.MaybeSentinel.DEFAULT, whitespace_after_arg=closing)


def _check_order(arguments: Sequence[cst.Arg]) -> None:
    """RefusedError for a positional argument after a keyword, and for a keyword given twice."""
    names: set[str] = set()
    for argument in arguments:
        if argument.keyword is not None:
            if argument.keyword.value in names:
                raise RefusedError(f"the call has the keyword `{argument.keyword.value}` already")
            names.add(argument.keyword.value)
        elif names and not argument.star:
            raise RefusedError("a positional argument would follow a keyword")


def _end(call: cst.Call) -> int:
    """Where a keyword goes: before `**kwargs`, which stays last."""
    for i, argument in enumerate(call.args):
        if argument.star == "**":
            return i
    return len(call.args)


# ---- layout


def _is_broken(space: object) -> bool:
    return isinstance(space, cst.ParenthesizedWhitespace)


def _line_break(like: cst.ParenthesizedWhitespace) -> cst.ParenthesizedWhitespace:
    """A line break to the indentation of `like`, without its comments and blank lines."""
    newline = cst.TrailingWhitespace(newline=like.first_line.newline)
    return cst.ParenthesizedWhitespace(newline, indent=like.indent, last_line=like.last_line)


def _with_end(
    space: cst.ParenthesizedWhitespace, like: cst.ParenthesizedWhitespace, deeper: str = ""
) -> cst.ParenthesizedWhitespace:
    """The comments of `space`, then the indentation of `like` and something deeper."""
    last = cst.SimpleWhitespace(like.last_line.value + deeper)
    return space.with_changes(indent=like.indent, last_line=last)


def _gap_after(argument: cst.Arg) -> cst.BaseParenthesizableWhitespace:
    """The white space between an argument's comma and what follows."""
    return argument.comma.whitespace_after if isinstance(argument.comma, cst.Comma) else _NONE


def _insert(call: cst.Call, at: int, new: cst.Arg, unit: str) -> cst.Call:
    args = list(call.args)
    if not args:
        return _into_empty(call, new, unit)
    if at < len(args):
        gap = call.whitespace_before_args if at == 0 else _gap_after(args[at - 1])
        after = _line_break(gap) if isinstance(gap, cst.ParenthesizedWhitespace) else cst.SimpleWhitespace(" ")
        return call.with_changes(args=[*args[:at], new.with_changes(comma=build.comma(after)), *args[at:]])
    last = args[-1]
    if isinstance(last.comma, cst.Comma):
        args[-1], new = _after_trailing_comma(call, last, new, unit)
    else:
        args[-1], new = _after_last(args, new)
    return call.with_changes(args=[*args, new])


def _into_empty(call: cst.Call, new: cst.Arg, unit: str) -> cst.Call:
    inside = call.whitespace_before_args
    if not isinstance(inside, cst.ParenthesizedWhitespace):
        return call.with_changes(args=[new], whitespace_before_args=_NONE)
    return call.with_changes(
        args=[new.with_changes(whitespace_after_arg=_line_break(inside))],
        whitespace_before_args=_with_end(inside, inside, unit),
    )


def _after_trailing_comma(call: cst.Call, last: cst.Arg, new: cst.Arg, unit: str) -> tuple[cst.Arg, cst.Arg]:
    assert isinstance(last.comma, cst.Comma)
    closing = last.comma.whitespace_after
    if not isinstance(closing, cst.ParenthesizedWhitespace):
        between = cst.SimpleWhitespace(" ")
        return last.with_changes(comma=last.comma.with_changes(whitespace_after=between)), new.with_changes(
            comma=last.comma
        )
    gaps = [call.whitespace_before_args, *(_gap_after(argument) for argument in call.args[:-1])]
    broken = [gap for gap in gaps if isinstance(gap, cst.ParenthesizedWhitespace)]
    between_lines = _with_end(closing, broken[0]) if broken else _with_end(closing, closing, unit)
    first = last.with_changes(comma=last.comma.with_changes(whitespace_after=between_lines))
    return first, new.with_changes(comma=last.comma.with_changes(whitespace_after=_line_break(closing)))


def _after_last(args: Sequence[cst.Arg], new: cst.Arg) -> tuple[cst.Arg, cst.Arg]:
    """Behind the last argument, which has no comma: on a line of its own only where all arguments have one."""
    last = args[-1]
    closing = last.whitespace_after_arg
    gaps = [_gap_after(argument) for argument in args[:-1]]
    first = last.with_changes(whitespace_after_arg=_NONE)
    if gaps and all(_is_broken(gap) for gap in gaps):
        gap = gaps[-1]
        assert isinstance(gap, cst.ParenthesizedWhitespace)
        if isinstance(closing, cst.ParenthesizedWhitespace):
            new = new.with_changes(whitespace_after_arg=_line_break(closing))
            return first.with_changes(comma=build.comma(_with_end(closing, gap))), new
        return first.with_changes(comma=build.comma(_line_break(gap))), new
    return first.with_changes(comma=build.comma()), new.with_changes(whitespace_after_arg=closing)
