import torch
from torch.autograd import Variable
from torch.utils.data import DataLoader


def train(model, dataset):
    for inputs, labels in DataLoader(dataset):
        inputs, labels = Variable(inputs.cuda()), Variable(labels.cuda())
        model(inputs, labels)
# output
import torch
from torch.utils.data import DataLoader


def train(model, dataset):
    for inputs, labels in DataLoader(dataset):
        inputs, labels = inputs.cuda(), labels.cuda()
        model(inputs, labels)
