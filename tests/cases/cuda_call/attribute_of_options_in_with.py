import argparse

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", action="store_true")
    args = parser.parse_args()
    net = torch.nn.Linear(2, 2)
    with torch.no_grad():
        if args.gpu:
            net.cuda()
        for _ in range(2):
            x = torch.zeros(2)
            x = x.cuda() if args.gpu else x
            net(x)


if __name__ == "__main__":
    main()
# output
import argparse

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if args.gpu else "cpu")
    net = torch.nn.Linear(2, 2)
    with torch.no_grad():
        if args.gpu:
            net.to(device)
        for _ in range(2):
            x = torch.zeros(2)
            x = x.to(device) if args.gpu else x
            net(x)


if __name__ == "__main__":
    main()
