import torch

x = torch.zeros(3); x = x.cuda(); print(x)
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

x = torch.zeros(3); x = x.to(device); print(x)
