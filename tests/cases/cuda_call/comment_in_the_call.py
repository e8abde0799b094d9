import torch

x = torch.zeros(3).cuda(  # to the GPU
)
y = torch.zeros(3).cuda(
    non_blocking=True,
)
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

x = torch.zeros(3).to(  # to the GPU
    device
)
y = torch.zeros(3).to(
    device,
    non_blocking=True,
)
