import torch

use_cuda = False


def setup():
    global use_cuda
    use_cuda = True


setup()
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.cuda()
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

use_cuda = False


def setup():
    global use_cuda
    use_cuda = True


setup()
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.to(device)
