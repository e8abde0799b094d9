import torch

m = [1.0, 2.0]
n = 3
mean = torch.tensor(m).cuda(). \
    repeat(n)[None]
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

m = [1.0, 2.0]
n = 3
mean = torch.tensor(m).to(device). \
    repeat(n)[None]
