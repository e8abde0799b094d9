import torch

import pytest


@pytest.fixture
def frozen():
    with torch.no_grad():
        yield


class Frozen:
    def __enter__(self):
        with torch.no_grad():
            yield
