import torch

import pytest


def check():
    with pytest.raises(TypeError):
        with torch.no_grad:
            pass
