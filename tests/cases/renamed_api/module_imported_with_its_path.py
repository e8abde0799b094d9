import torch
import torch.nn.intrinsic

layer = torch.nn.intrinsic.ConvBn2d(1, 1, 1)
# output
import torch
import torch.ao.nn.intrinsic

layer = torch.ao.nn.intrinsic.ConvBn2d(1, 1, 1)
