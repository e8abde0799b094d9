import torch

net = torch.nn.Linear(2, 2)
net.to("cuda")


def main():
    pass


if __name__ == "__main__":
    main()
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = torch.nn.Linear(2, 2)
net.to(device)


def main():
    pass


if __name__ == "__main__":
    main()
