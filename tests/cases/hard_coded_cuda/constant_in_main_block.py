import torch


def main(device):
    return torch.zeros(3).to(device)


if __name__ == "__main__":
    device = "cuda"
    main(device)
# output
import torch


def main(device):
    return torch.zeros(3).to(device)


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    main(device)
