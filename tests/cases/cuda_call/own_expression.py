# flags: --device-expression torch.accelerator.current_accelerator()
import torch

net = torch.nn.Linear(2, 2).cuda()
# output
import torch

device = torch.accelerator.current_accelerator()

net = torch.nn.Linear(2, 2).to(device)
