import torch
import torch.multiprocessing

torch.multiprocessing.set_sharing_strategy("file_system")


def work():
    return torch.zeros(3).cuda()


if __name__ == "__main__":
    work()
# output
import torch
import torch.multiprocessing

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

torch.multiprocessing.set_sharing_strategy("file_system")


def work():
    return torch.zeros(3).to(device)


if __name__ == "__main__":
    work()
