import torch
from torch.autograd import Variable


def attack(model):
    x = torch.ones(3)
    clean = torch.zeros(3)
    adv = Variable(x)
    adv.requires_grad_()
    other = Variable(clean)
    other.requires_grad = True
    held = Variable(x)
    held.resize_(1, 3)
    return model(adv, other, held), x, clean
# output
import torch


def attack(model):
    x = torch.ones(3)
    clean = torch.zeros(3)
    adv = x.detach()
    adv.requires_grad_()
    other = clean.detach()
    other.requires_grad = True
    held = x.detach()
    held.resize_(1, 3)
    return model(adv, other, held), x, clean
