# path: main.py
# other: dataset.py
#| import torch
#| class Back:
#|     def __init__(self, cuda=True):
#|         self.cuda = cuda if torch.cuda.is_available() else False
#| class Trainer:
#|     def __init__(self, args):
#|         self.cuda = torch.cuda.is_available() and not args.cpu
import torch
import dataset


def ready(model):
    model = model.cuda()
    return model
# output
import torch
import dataset


def ready(model):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = model.to(device)
    return model
