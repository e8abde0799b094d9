# flags: --unsafe-fixes
import torch.nn as nn


def init_weights(m):
    if isinstance(m, nn.Linear):
        m.weight.data.normal_(
            0.0,
            0.02,  # as in the paper
        )
# output
import torch.nn as nn


def init_weights(m):
    if isinstance(m, nn.Linear):
        m.weight.detach().normal_(
            0.0,
            0.02,  # as in the paper
        )
