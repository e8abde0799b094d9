import torch


class Settings:
    mean = torch.zeros(3).cuda()


if __name__ == "__main__":
    print(Settings.mean)
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Settings:
    mean = torch.zeros(3).to(device)


if __name__ == "__main__":
    print(Settings.mean)
