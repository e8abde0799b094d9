import torch

use_cuda = False
if torch.cuda.is_available():
    use_cuda = True
is_cuda = True
num_gpu = True
gpu = True
gpu = torch.cuda.is_available()


def run(model: torch.nn.Module, use_cuda=True):
    torch.backends.cudnn.benchmark = True
    return model
