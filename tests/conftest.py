"""What every test may use."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="rewrite the '# output' part of the case files; read the diff afterwards",
    )


@pytest.fixture(scope="session")
def accept(request: pytest.FixtureRequest) -> bool:
    """Are the case files to be rewritten?"""
    return bool(request.config.getoption("--accept"))
