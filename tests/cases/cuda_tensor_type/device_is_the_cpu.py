# flags: --unsafe-fixes
import torch

device = torch.device("cpu")
x = torch.cuda.FloatTensor([1.0])
# output
import torch

device = torch.device("cpu")
x = torch.tensor([1.0], dtype=torch.float32, device=device)
