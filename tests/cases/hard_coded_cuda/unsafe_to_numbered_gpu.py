# flags: --unsafe-fixes
import torch

x = torch.zeros(3).to("cuda:1")
y = torch.zeros(3, device="cuda:0")
# output
import torch

x = torch.zeros(3).to("cuda:1" if torch.cuda.is_available() else "cpu")
y = torch.zeros(3, device="cuda:0" if torch.cuda.is_available() else "cpu")
