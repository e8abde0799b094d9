"""Write `non_blocking=` for the keyword argument `async=`, which no Python since 3.7 parses.

A text pass: the file has no syntax tree before it is repaired.
"""

from __future__ import annotations

from collections.abc import Iterator

from torchfix_codemods.codemod import Codemod, Repair
from torchfix_codemods.repair import keyword_arguments

_METHODS = frozenset({"cuda", "copy_", "to"})


class AsyncKeyword(Codemod):
    """`async` is a reserved word since Python 3.7, so one `x.cuda(async=True)` keeps a whole file from being compiled.
    The argument has been called `non_blocking` since PyTorch 0.4, in `.cuda()`, `.to()` and `.copy_()`, and means the
    same.

    Only the name of that argument in a call of these methods is rewritten. A variable called `async` has to be renamed
    by hand.
    """

    code = "TFC308"
    source = "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.cuda.html"
    since = "0.4"
    triggers = ("async",)

    def repair(self, text: str) -> Iterator[Repair]:
        for place in keyword_arguments(text, "async", _METHODS, unless="non_blocking"):
            yield Repair(place, "non_blocking", "`async` is a reserved word since Python 3.7: write `non_blocking`")
