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


def pytest_make_parametrize_id(val: object) -> str | None:
    """A short name for what is long: pytest puts names into the environment, where 128 KiB are the most that fits."""
    if isinstance(val, str | bytes) and len(val) > 1000:
        return f"{len(val)} long, {val[:20]!r}"
    return None


@pytest.fixture(scope="session", autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the caches of all tests, of the processes that they start too, out of the user's own folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORCHFIX_CACHE_DIR", str(tmp_path_factory.mktemp("caches")))
        yield


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
