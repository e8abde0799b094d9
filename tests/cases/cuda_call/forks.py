import torch
import torch.multiprocessing as mp


def work(rank):
    return torch.zeros(3).cuda()


if __name__ == "__main__":
    mp.spawn(work, nprocs=2)
# output
import torch
import torch.multiprocessing as mp


def work(rank):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(device)


if __name__ == "__main__":
    mp.spawn(work, nprocs=2)
