import torch.nn as nn
from torch.autograd import Variable


class Net(nn.Module):
    pass


net = Net().cuda()
# output
import torch
import torch.nn as nn
from torch.autograd import Variable

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    pass


net = Net().to(device)
