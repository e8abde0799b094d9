import os

import torch


def helper():
    return torch.zeros(3).cuda()


if __name__ == "__main__":
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"
    net = torch.nn.Linear(2, 2).cuda()
    print(helper())
# output
import os

import torch


def helper():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(device)


if __name__ == "__main__":
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = torch.nn.Linear(2, 2).to(device)
    print(helper())
