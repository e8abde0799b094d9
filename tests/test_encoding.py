"""Bytes to text and back."""

from __future__ import annotations

import ast
import encodings
import pkgutil

import pytest

from torchfix_codemods.encoding import NotTextError, decode
from torchfix_codemods.fix import FixRequest, fix


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x = 1",
        b"x = 1\r\ny = 2\r\n",
        b"\xef\xbb\xbfx = 1\n",
        "s = 'ä'\n".encode(),
        "# -*- coding: latin-1 -*-\ns = 'ä'\n".encode("latin-1"),
        "#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\ns = '€'\n".encode("cp1252"),
        "# coding: utf-8\ns = 'ä'\n".encode(),
        b"\xef\xbb\xbf# coding: utf-8\n",
        b"\xef\xbb\xbf\n# coding: utf8\n",
        "\t# vim: set fileencoding=latin-1-unix :\ns = 'ä'\n".encode("latin-1"),
        "x = 1  # coding: latin-1\n# coding: latin-1\ns = 'ä'\n".encode(),
        "\r\n# coding: Latin_1\r\ns = 'ä'\r\n".encode("latin-1"),
        b"x = 1\n\x0cy = 2\n",
        "# coding: shift_jis\ns = 'テ'\n".encode("shift_jis"),
    ],
)
def test_what_is_decoded_encodes_to_the_same_bytes(data: bytes) -> None:
    text = decode(data)
    assert not text.value.startswith("\ufeff")
    assert text.encode(text.value) == data


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"x = 1\ny = '\xff'\n", 2, "is not UTF-8 and names no encoding"),
        (b"x = 1\n\0", 2, "NUL"),
        (b"x = 1\ry = 2\r", 1, "lone carriage return"),
        (b"x = 1\r\ny = 2\rz\n", 2, "lone carriage return"),
        (b"# coding: klingon\n", 1, "unknown encoding"),
        (b"# coding: ascii\ns = '\xe4'\n", 2, "is not in the encoding it names"),
        (
            b"\xef\xbb\xbf# coding: latin-1\n",
            1,
            "begins with the mark of UTF-8 and names another encoding (iso-8859-1)",
        ),
        (b"#!/usr/bin/env python\n# coding: klingon\n", 2, "unknown encoding"),
        (b"# coding: rot13\n", 1, "it is no text encoding"),
        (b"#!/usr/bin/env python\n# coding: hex\n", 2, "it is no text encoding"),
        (b"# coding: undefined\n", 1, "undefined encoding"),
        (b"# coding: punycode\nx = 1\n", 1, "in the encoding it names (punycode)"),
        (b"# coding: idna\nx = '" + b"a" * 64 + b"'\n", 1, "cannot be read in the encoding it names (idna)"),
        ("s = 'ä'\n# coding\n".encode("latin-1"), 1, "is not UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(data: bytes, line: int, reason: str) -> None:
    with pytest.raises(NotTextError) as caught:
        decode(data)
    assert caught.value.line == line
    assert reason in caught.value.reason


@pytest.mark.parametrize("name", sorted({module.name for module in pkgutil.iter_modules(encodings.__path__)}))
def test_no_encoding_of_python_makes_a_fix_raise(name: str) -> None:
    data = f"#!/usr/bin/python3\n# coding: {name}\nimport torch\nx = torch.ones(3).cuda()\n".encode()
    result = fix(data, "a.py", FixRequest(("TFC301", "TFC302")))
    try:
        ast.parse(data)
    except (SyntaxError, LookupError):
        assert [bool(problem.path and problem.line) for problem in result.problems] == [True]
    else:
        assert (result.after is not None) == (not result.problems)


def test_an_encoding_that_does_not_come_back_is_refused() -> None:
    # UTF-7 can write one text in several ways, so decoding and encoding changes bytes.
    with pytest.raises(NotTextError, match="would not survive"):
        decode(b"# coding: utf-7\ns = '+AGE-'\n")
