"""The calls of torch that are written in another way today: linear algebra, and numbers before tensors."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Rewritten, from_source

_LINALG = "https://docs.pytorch.org/docs/stable/linalg.html"
_A = "import torch\na = torch.tensor([[4.0, 1.0], [1.0, 3.0]])\nb = torch.tensor([[1.0], [2.0]])\n"


def _both(
    name: str,
    parameters: tuple[str, ...],
    new: str,
    *,
    since: str,
    gone: str = "",
    unsafe: str = "",
    when: tuple[tuple[str, str], ...] = (),
    item: int | None = None,
    call: str = "",
    before: str = _A,
) -> tuple[Rewritten, Rewritten]:
    """The rows of a function and of the method of the same name, whose object is the first argument.

    `call` is the use in the example: what stands behind the name of the function.
    """
    first, _, rest = call.removeprefix("(").partition(")")[0].partition(", ")
    behind = call.partition(")")[2]
    forms = (
        (f"torch.{name}", parameters, new, f"{before}out = torch.{name}{call}\n"),
        (
            f"Tensor.{name}",
            ("self", *parameters[1:]),
            new.replace(f"{{{parameters[0]}}}", "{self}"),
            f"{before}out = {first}.{name}({rest}){behind}\n",
        ),
    )
    one, other = (
        Rewritten(
            old=old,
            parameters=names,
            new=template,
            since=since,
            gone=gone,
            unsafe=unsafe,
            when=when,
            item=item,
            source=_LINALG,
            example=example,
        )
        for old, names, template, example in forms
    )
    return one, other


_SYMEIG = ("input", "eigenvectors", "upper")
_TRIANGULAR = ("b", "A", "upper", "transpose", "unitriangular")
_LSTSQ = "its solution has only the rows of the unknowns, where the old one had the residuals below them"
_BATCH = "right-hand sides of two dimensions were a batch of vectors for the old function"

LINALG = (
    *_both(
        "symeig", _SYMEIG, '[torch.linalg.eigh]({input}, UPLO="U")', since="torch 1.8", gone="torch 1.13",
        when=(("eigenvectors", "True"),), call="(a, eigenvectors=True)[0]",
    ),
    *_both(
        "symeig", _SYMEIG, '[torch.linalg.eigh]({input}, UPLO="U")', since="torch 1.8", gone="torch 1.13",
        when=(("eigenvectors", "True"), ("upper", "True")), call="(a, eigenvectors=True, upper=True)[0]",
    ),
    *_both(
        "symeig", _SYMEIG, "[torch.linalg.eigh]({input})", since="torch 1.8", gone="torch 1.13",
        when=(("eigenvectors", "True"), ("upper", "False")), call="(a, eigenvectors=True, upper=False)[0]",
    ),
    *_both(
        "symeig", _SYMEIG, '[torch.linalg.eigvalsh]({input}, UPLO="U")', since="torch 1.8", gone="torch 1.13",
        item=0, call="(a)[0]",
    ),
    *_both(
        "solve", ("input", "A"), "[torch.linalg.solve]({A}, {input})", since="torch 1.8", gone="torch 1.13",
        item=0, call="(b, a)[0]",
    ),
    *_both(
        "gesv", ("input", "A"), "[torch.linalg.solve]({A}, {input})", since="torch 1.8", gone="torch 1.2",
        item=0, call="(b, a)[0]",
    ),
    *_both(
        "lstsq", ("input", "A"), "[torch.linalg.lstsq]({A}, {input}).solution", since="torch 1.9",
        gone="torch 1.13", item=0, unsafe=_LSTSQ, call="(b, a)[0]",
    ),
    *_both(
        "gels", ("input", "A"), "[torch.linalg.lstsq]({A}, {input}).solution", since="torch 1.9",
        gone="torch 1.2", item=0, unsafe=_LSTSQ, call="(b, a)[0]",
    ),
    *_both(
        "cholesky", ("input", "upper"), "[torch.linalg.cholesky]({input})", since="torch 1.8", call="(a)",
    ),
    *_both(
        "cholesky", ("input", "upper"), "[torch.linalg.cholesky]({input})", since="torch 1.8",
        when=(("upper", "False"),), call="(a, upper=False)",
    ),
    *_both(
        "cholesky", ("input", "upper"), "[torch.linalg.cholesky]({input}, upper=True)", since="torch 1.10",
        when=(("upper", "True"),), call="(a, upper=True)",
    ),
    *_both(
        "potrf", ("input", "upper"), "[torch.linalg.cholesky]({input}, upper=True)", since="torch 1.10",
        gone="torch 1.2", call="(a)",
    ),
    *_both(
        "potrf", ("input", "upper"), "[torch.linalg.cholesky]({input})", since="torch 1.8", gone="torch 1.2",
        when=(("upper", "False"),), call="(a, upper=False)",
    ),
    *_both(
        "potrs", ("input", "u", "upper"), "[torch.cholesky_solve]({input}, {u}, upper=True)", since="torch 1.0",
        gone="torch 1.2", call="(b, a)",
    ),
    *_both(
        "potrs", ("input", "u", "upper"), "[torch.cholesky_solve]({input}, {u})", since="torch 1.0",
        gone="torch 1.2", when=(("upper", "False"),), call="(b, a, upper=False)",
    ),
    *_both(
        "potri", ("input", "upper"), "[torch.cholesky_inverse]({input}, upper=True)", since="torch 1.0",
        gone="torch 1.2", call="(a)",
    ),
    *_both(
        "potri", ("input", "upper"), "[torch.cholesky_inverse]({input})", since="torch 1.0", gone="torch 1.2",
        when=(("upper", "False"),), call="(a, upper=False)",
    ),
    *_both(
        "trtrs", _TRIANGULAR, "[torch.linalg.solve_triangular]({A}, {b}, upper=True)", since="torch 1.11",
        gone="torch 1.2", item=0, call="(b, a)[0]",
    ),
    *_both(
        "trtrs", _TRIANGULAR, "[torch.linalg.solve_triangular]({A}, {b}, upper=False)", since="torch 1.11",
        gone="torch 1.2", item=0, when=(("upper", "False"),), call="(b, a, upper=False)[0]",
    ),
    *_both(
        "triangular_solve", _TRIANGULAR, "[torch.linalg.solve_triangular]({A}, {b}, upper=True)",
        since="torch 1.11", item=0, call="(b, a)[0]",
    ),
    *_both(
        "triangular_solve", _TRIANGULAR, "[torch.linalg.solve_triangular]({A}, {b}, upper=False)",
        since="torch 1.11", item=0, when=(("upper", "False"),), call="(b, a, upper=False)[0]",
    ),
    *_both(
        "qr", ("input", "some"), "[torch.linalg.qr]({input})", since="torch 1.8", call="(a)[1]",
    ),
    *_both(
        "qr", ("input", "some"), '[torch.linalg.qr]({input}, mode="complete")', since="torch 1.8",
        when=(("some", "False"),), call="(a, some=False)[1]",
    ),
    *_both(
        "svd", ("input", "some"), "[torch.linalg.svdvals]({input})", since="torch 1.8", item=1, call="(a)[1]",
    ),
    *_both(
        "lu", ("A", "pivot", "get_infos"), "[torch.linalg.lu_factor]({A})", since="torch 1.11", call="(a)[0]",
    ),
    *_both(
        "btrifact", ("A", "pivot"), "[torch.linalg.lu_factor]({A})", since="torch 1.11", gone="torch 1.2",
        call="(a[None])[0]",
    ),
    *_both(
        "btrisolve", ("b", "LU", "pivots"), "[torch.linalg.lu_solve]({LU}, {pivots}, {b})", since="torch 1.13",
        gone="torch 1.2", unsafe=_BATCH, before=f"{_A}lu, pivots = torch.linalg.lu_factor(a)\n",
        call="(b, lu, pivots)",
    ),
    *_both(
        "lu_solve", ("b", "LU", "pivots"), "[torch.linalg.lu_solve]({LU}, {pivots}, {b})", since="torch 1.13",
        before=f"{_A}lu, pivots = torch.linalg.lu_factor(a)\n", call="(b, lu, pivots)",
    ),
    *(
        Rewritten(
            old="torch.chain_matmul",
            parameters=names,
            new=f"[torch.linalg.multi_dot]([{', '.join(f'{{{name}}}' for name in names)}])",  # it takes no single one
            since="torch 1.8",
            source=_LINALG,
            example=f"{_A}out = torch.chain_matmul({', '.join('a' for _ in names)})\n",
        )
        for names in (("one", "two"), ("one", "two", "three"), ("one", "two", "three", "four"))
    ),
    Rewritten(
        old="torch.range",
        parameters=("start", "end"),
        new="[torch.arange]({start}, {end} + 1, dtype=[torch.get_default_dtype]())",
        when=(("start", "<int>"), ("end", "<int>")),
        since="torch 0.4",
        source="https://docs.pytorch.org/docs/stable/generated/torch.range.html",
        example="import torch\nout = torch.range(1, 4)\n",
    ),
    *(
        Rewritten(
            old="torch.norm",
            parameters=("input", "p", "dim", "keepdim"),
            new=f"[torch.linalg.vector_norm]({new})",
            when=when,
            since="torch 1.9",
            unsafe="it takes no sparse tensor, as `torch.norm` does",
            source="https://docs.pytorch.org/docs/stable/generated/torch.norm.html",
            example=f"{_A}out = torch.norm({old})\n",
        )
        for old, new, when in (
            ("a", "{input}", ()),
            ("a, 2", "{input}, {p}", (("p", "<number>"),)),
            ("a, 1, 0", "{input}, {p}, {dim}", (("p", "<number>"), ("dim", "<int>"))),
            ("a, dim=1", "{input}, dim={dim}", (("dim", "<int>"),)),
            ("a, p=1, dim=1, keepdim=True", "{input}, {p}, {dim}, {keepdim}", (("p", "<number>"), ("dim", "<int>"))),
            ("a, dim=1, keepdim=True", "{input}, dim={dim}, keepdim={keepdim}", (("dim", "<int>"),)),
        )
    ),
)  # fmt: skip

_X = "import torch\nx = torch.ones(2, 2)\ny = torch.full((2, 2), 3.0)\nv = torch.ones(2)\n"
_NUMBER_FIRST = "https://docs.pytorch.org/docs/stable/generated/torch.add.html"

NUMBER_FIRST = from_source(
    _NUMBER_FIRST,
    *(
        Rewritten(
            old=old,
            parameters=(first, "number", "other"),
            new=f"{{callee}}({'{input}, ' if first == 'input' else ''}{{other}}, alpha={{number}})",
            since="torch 1.5",
            example=f"{_X}out = {call}\n",
        )
        for old, first, call in (
            ("Tensor.add", "self", "x.add(2, y)"),
            ("Tensor.add_", "self", "x.add_(2, y)"),
            ("Tensor.sub", "self", "x.sub(2, y)"),
            ("Tensor.sub_", "self", "x.sub_(2, y)"),
            ("torch.add", "input", "torch.add(x, 2, y)"),
            ("torch.sub", "input", "torch.sub(x, 2, y)"),
        )
    ),
    *(
        Rewritten(
            old=f"{owner}.{name}",
            parameters=(first, "value", "one", "two"),
            new=f"{{callee}}({'{input}, ' if first == 'input' else ''}{{one}}, {{two}}, value={{value}})",
            since="torch 1.5",
            example=f"{_X}out = {start.format(name)}2, y, y)\n",
        )
        for owner, first, start, names in (
            ("Tensor", "self", "x.{}(", ("addcmul", "addcmul_", "addcdiv", "addcdiv_")),
            ("torch", "input", "torch.{}(x, ", ("addcmul", "addcdiv")),
        )
        for name in names
    ),
    *(
        Rewritten(
            old=f"{owner}.{name}{suffix}",
            parameters=parameters,
            new=new,
            since="torch 1.5",
            example=f"{_X}{before}out = {'x' if owner == 'Tensor' else 'torch'}.{name}{suffix}({call})\n",
        )
        for suffix in ("", "_")
        for name, one, two, before in (
            ("addmm", "y", "y", ""),
            ("addmv", "y", "v", "x = v.clone()\n"),
            ("addr", "v", "v", ""),
            ("baddbmm", "y", "y", "x, y = x[None], y[None]\n"),
            ("addbmm", "y[None]", "y[None]", ""),
        )
        for owner, parameters, new, call in (
            (
                "Tensor", ("self", "beta", "alpha", "one", "two"),
                "{callee}({one}, {two}, beta={beta}, alpha={alpha})", f"2, 3, {one}, {two}",
            ),
            (
                "Tensor", ("self", "beta", "one", "two"), "{callee}({one}, {two}, beta={beta})", f"2, {one}, {two}",
            ),
        )
    ),
)  # fmt: skip

REWRITTEN = (*LINALG, *NUMBER_FIRST)
