import torch

place = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


def main():
    net = torch.nn.Linear(2, 2).cuda()
    print(net(torch.ones(2, 2).to(place)))


main()
# output
import torch

place = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


def main():
    net = torch.nn.Linear(2, 2).to(place)
    print(net(torch.ones(2, 2).to(place)))


main()
