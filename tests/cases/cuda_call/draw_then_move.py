import torch

torch.manual_seed(0)
noise = torch.randn(3).cuda()
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

torch.manual_seed(0)
noise = torch.randn(3).to(device)
