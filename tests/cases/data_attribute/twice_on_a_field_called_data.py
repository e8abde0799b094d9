from dataclasses import dataclass

import torch
from torch.nn.utils.rnn import pack_sequence


@dataclass
class Batch:
    data: torch.Tensor


batch = Batch(torch.ones(2, requires_grad=True))
packed = pack_sequence([torch.ones(2, 1, requires_grad=True)])
print(batch.data.data, packed.data.data, packed.data.data.data)
# output
from dataclasses import dataclass

import torch
from torch.nn.utils.rnn import pack_sequence


@dataclass
class Batch:
    data: torch.Tensor


batch = Batch(torch.ones(2, requires_grad=True))
packed = pack_sequence([torch.ones(2, 1, requires_grad=True)])
print(batch.data.detach(), packed.data.detach(), packed.data.detach())
