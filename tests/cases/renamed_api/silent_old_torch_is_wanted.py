# flags: --target-torch 0.3
import torch
import torch.nn as nn

nn.init.constant(w, 0)
