import torch
from torch.autograd import Variable


def predict(img):
    x = Variable(img, volatile=True)
    boxes = detect(x)
    return boxes
