import tempfile

import torch

net = torch.nn.Linear(2, 1)
with tempfile.NamedTemporaryFile() as file:
    torch.save(net, file.name)
    again = torch.load(file.name)
again.eval()
