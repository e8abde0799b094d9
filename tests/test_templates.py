"""What `%` and `.format` templates do to one value."""

from __future__ import annotations

import pytest

from torchfix_codemods.analysis.syntax.templates import Shown, formatted, percent, places


@pytest.mark.parametrize(
    ("template", "argument", "shown"),
    [
        ("loss %.3f", 0, Shown.NUMBER),
        ("%d%% of %s", 0, Shown.NUMBER),
        ("%d%% of %s", 1, Shown.TEXT),
        ("%(loss)5.2f %(name)r", "loss", Shown.NUMBER),
        ("%(loss)5.2f %(name)r", "name", Shown.TEXT),
        ("%*.*f", 0, Shown.NUMBER),
        ("%*.*f", 2, Shown.NUMBER),
        ("%-*s", 1, Shown.TEXT),
        ("%(x).2f %(x)s", "x", Shown.TEXT),
        ("100%%", 0, Shown.UNKNOWN),
        ("%d", 1, Shown.UNKNOWN),
    ],
)
def test_percent(template: str, argument: int | str, shown: Shown) -> None:
    assert percent(template, argument) is shown


@pytest.mark.parametrize(("template", "count"), [("%d of %5.1f%%", 2), ("%*d", 2), ("%*.*f", 3), ("plain", 0)])
def test_places(template: str, count: int) -> None:
    assert places(template) == count


@pytest.mark.parametrize(
    ("template", "argument", "shown"),
    [
        ("{:.3f} {}", 0, Shown.NUMBER),
        ("{:.3f} {}", 1, Shown.PLAIN),
        ("{1!r} {0}", 1, Shown.TEXT),
        ("{x.shape} {x}", "x", Shown.PART),
        ("{0[1]}", 0, Shown.PART),
        ("{:{}.{}f} {}", 1, Shown.NUMBER),
        ("{:{}.{}f} {}", 3, Shown.PLAIN),
        ("{{}} {}", 0, Shown.PLAIN),
        ("{", 0, Shown.UNKNOWN),
        ("nothing", 0, Shown.UNKNOWN),
    ],
)
def test_formatted(template: str, argument: int | str, shown: Shown) -> None:
    assert formatted(template, argument) is shown
