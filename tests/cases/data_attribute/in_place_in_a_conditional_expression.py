import torch

layer = torch.nn.Linear(3, 2, bias=False)
layer.weight.data.fill_(0.1) if layer.bias is None else layer.bias.data.fill_(0.1)
layer.weight.requires_grad and layer.weight.data.clamp_(-1, 1)
# output
import torch

layer = torch.nn.Linear(3, 2, bias=False)
layer.weight.detach().fill_(0.1) if layer.bias is None else layer.bias.detach().fill_(0.1)
layer.weight.requires_grad and layer.weight.detach().clamp_(-1, 1)
