# path: pkg/models.py
# imported-by-others
import torch


def make():
    return torch.nn.Linear(2, 2).cuda()


if __name__ == "__main__":
    print(make())
# output
import torch


def make():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.nn.Linear(2, 2).to(device)


if __name__ == "__main__":
    print(make())
