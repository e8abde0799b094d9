import io

import torch


def copied(net: torch.nn.Module):
    buffer = io.BytesIO()
    torch.save(net, buffer)
    buffer.seek(0)
    return torch.load(buffer)
