import torch
from torch import nn

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def forward(self, x):
        return x + torch.ones(3).cuda()


net = nn.DataParallel(Net().to(device))
