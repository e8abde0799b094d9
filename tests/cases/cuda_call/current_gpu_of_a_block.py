import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
with torch.cuda.device(1):
    x = torch.zeros(3).cuda()
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
with torch.cuda.device(1):
    x = torch.zeros(3).to(device)
