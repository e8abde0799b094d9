import torch
from torch import nn

if __name__ == "__main__":
    x = torch.zeros(3, device="cuda")
    y = torch.tensor([1.0], dtype=torch.float32, device='cuda')
    net = nn.Linear(2, 2, device="cuda")
    z = x.new_zeros(3, device="cuda")
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

if __name__ == "__main__":
    x = torch.zeros(3, device=device)
    y = torch.tensor([1.0], dtype=torch.float32, device=device)
    net = nn.Linear(2, 2, device=device)
    z = x.new_zeros(3, device=device)
