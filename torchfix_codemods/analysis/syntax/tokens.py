"""The tokens of a text, as Python's own tokenizer gives them."""

from __future__ import annotations

import io
import tokenize
import warnings


class TokensError(Exception):
    """The tokenizer cannot read the text."""


def tokens(text: str) -> list[tokenize.TokenInfo]:
    """All tokens, with those that are layout.

    Raises:
        TokensError: the text is not in order, or the tokenizer has a mistake: some versions of Python raise a
            SystemError over a nested f-string that goes over lines, though they run the program.
    """
    try:
        with warnings.catch_warnings():
            # The tokenizer warns about somebody's `1if x`: not our business.
            warnings.simplefilter("ignore")
            return list(tokenize.generate_tokens(io.StringIO(text, newline="").readline))
    except (tokenize.TokenError, SyntaxError, SystemError) as error:
        raise TokensError(str(error)) from None
