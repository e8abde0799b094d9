import torch

z = torch.zeros(3)
z = z.cuda(non_blocking=True)
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

z = torch.zeros(3)
z = z.to(device, non_blocking=True)
