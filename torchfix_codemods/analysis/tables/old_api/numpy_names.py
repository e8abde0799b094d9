"""What numpy has renamed or removed."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Argument, Gone, Renamed, Rewritten, from_source

_ALIASES = from_source(
    "https://numpy.org/doc/stable/release/1.20.0-notes.html#deprecations",
    *(
        Renamed(
            old=f"numpy.{old}",
            new=new,
            since="numpy 1.0",
            gone="numpy 1.24",
            example=f"import numpy as np\nout = np.zeros(3, dtype=np.{old}).tolist()\n",
        )
        for old, new in (("float", "float"), ("int", "int"), ("object", "object"), ("complex", "complex"))
    ),
    *(
        Renamed(
            old=f"numpy.{old}",
            new=new,
            since="numpy 1.0",
            gone="numpy 1.24",
            example=f"import numpy as np\nout = np.{old}(3)\n",
        )
        for old, new in (("unicode", "str"),)
    ),
    Renamed(
        old="numpy.typeDict",
        new="numpy.sctypeDict",
        since="numpy 1.0",
        gone="numpy 1.24",
        example="import numpy as np\nout = 'int' in np.typeDict\n",
    ),
)

_NUMPY_2 = from_source(
    "https://numpy.org/doc/stable/numpy_2_0_migration_guide.html",
    *(
        Renamed(
            old=f"numpy.{old}",
            new=f"numpy.{new}",
            since="numpy 1.0",
            gone="numpy 2.0",
            example=f"import numpy as np\nout = np.ones(3, dtype=np.{old})\n",
        )
        for old, new in (
            ("float_", "float64"),
            ("complex_", "complex128"),
            ("singlecomplex", "complex64"),
            ("cfloat", "complex128"),
            ("longfloat", "longdouble"),
            ("int0", "intp"),
            ("uint0", "uintp"),
        )
    ),
    *(
        Renamed(
            old=f"numpy.{old}",
            new=f"numpy.{new}",
            since="numpy 1.0",
            gone="numpy 2.0",
            example=f"import numpy as np\nout = str(np.{old})\n",
        )
        for old, new in (
            ("Inf", "inf"),
            ("Infinity", "inf"),
            ("infty", "inf"),
            ("PINF", "inf"),
            ("NaN", "nan"),
            ("NAN", "nan"),
            ("string_", "bytes_"),
            ("unicode_", "str_"),
        )
    ),
    *(
        Renamed(
            old=f"numpy.{old}",
            new=f"numpy.{new}",
            since="numpy 1.0",
            gone="numpy 2.0",
            example=f"import numpy as np\nout = np.{old}({arguments})\n",
        )
        for old, new, arguments in (
            ("product", "prod", "[2, 3]"),
            ("cumproduct", "cumprod", "[2, 3]"),
            ("sometrue", "any", "[0, 1]"),
            ("alltrue", "all", "[0, 1]"),
            ("round_", "round", "[1.26], 1"),
        )
    ),
    Rewritten(
        old="numpy.msort",
        parameters=("a",),
        new="[numpy.sort]({a}, axis=0)",
        since="numpy 1.0",
        gone="numpy 2.0",
        example="import numpy as np\nout = np.msort([[3, 1], [2, 4]])\n",
    ),
    Renamed(
        old="numpy.row_stack",
        new="numpy.vstack",
        since="numpy 1.0",
        example="import numpy as np\nout = np.row_stack([[1], [2]])\n",
    ),
    Rewritten(
        old="numpy.asfarray",
        parameters=("a",),
        new="[numpy.asarray]({a}, dtype=float)",
        since="numpy 1.0",
        gone="numpy 2.0",
        example="import numpy as np\nout = np.asfarray([1, 2])\n",
    ),
    Renamed(
        old="numpy.in1d",
        new="numpy.isin",
        since="numpy 1.13",
        gone="numpy 2.4",
        unsafe="the result has the shape of the first argument, where it was flat",
        example="import numpy as np\nout = np.in1d([1, 2], [2])\n",
    ),
    Renamed(
        old="numpy.trapz",
        new="numpy.trapezoid",
        unsafe="the new name needs numpy 2.0",
        since="numpy 2.0",
        gone="numpy 2.4",
        example="import numpy as np\nout = np.trapz([1, 2, 3])\n",
    ),
    Renamed(
        old="numpy.random.random_integers",
        new="numpy.random.randint",
        since="numpy 1.11",
        unsafe="`randint` does not give the upper bound itself: add 1 to it",
        example="import numpy as np\nout = int(np.random.random_integers(1, 2)) >= 1\n",
    ),
    Gone(
        old="numpy.math",
        since="numpy 1.25",
        gone="numpy 2.0",
        instead="import Python's `math`, which it was",
    ),
    Gone(
        old="numpy.find_common_type",
        since="numpy 1.25",
        gone="numpy 2.0",
        instead="call `numpy.result_type` or `numpy.promote_types`",
    ),
)

_ARGUMENTS = (
    Argument(
        old="numpy.histogram(normed)",
        position=3,
        new="density",
        since="numpy 1.6",
        gone="numpy 1.24",
        source="https://numpy.org/doc/stable/release/1.24.0-notes.html",
        example="import numpy as np\nout = np.histogram([1, 2, 2], normed=True)[0]\n",
    ),
)

ALL = (*_ALIASES, *_NUMPY_2, *_ARGUMENTS)
