"""What every test may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from verifying import HAS_TORCH, Benches


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


@pytest.fixture(scope="session")
def benches() -> Iterator[Benches]:
    """Runs scripts before and after. There is one for all tests, because torch takes seconds to import."""
    if not HAS_TORCH:
        pytest.skip("torch is not installed")
    running = Benches()
    yield running
    running.close()
