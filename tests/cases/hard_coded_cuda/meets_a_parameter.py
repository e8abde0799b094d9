import torch


def grow(x: torch.Tensor, other: torch.Tensor):
    rows = torch.zeros(2, x.size(1), device="cuda")
    taller = torch.cat([x, rows])
    return taller, torch.stack((other.flatten(), torch.ones(3).to("cuda")))


def grow_by_one_of_two(x: torch.Tensor):
    rows = torch.zeros(2, x.size(1), device="cuda")
    return torch.cat([x, rows]), torch.ones(3, device="cuda")
# output
import torch


def grow(x: torch.Tensor, other: torch.Tensor):
    rows = torch.zeros(2, x.size(1), device=x.device)
    taller = torch.cat([x, rows])
    return taller, torch.stack((other.flatten(), torch.ones(3).to(other.device)))


def grow_by_one_of_two(x: torch.Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    rows = torch.zeros(2, x.size(1), device=device)
    return torch.cat([x, rows]), torch.ones(3, device=device)
