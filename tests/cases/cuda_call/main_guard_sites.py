import torch


def main():
    net = torch.nn.Linear(2, 2).cuda()
    return net


if __name__ == "__main__":
    main()
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def main():
    net = torch.nn.Linear(2, 2).to(device)
    return net


if __name__ == "__main__":
    main()
