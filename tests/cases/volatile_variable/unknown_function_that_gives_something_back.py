# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def predict(img):
    x = Variable(img, volatile=True)
    boxes = detect(x)
    return boxes
# output
import torch
from torch.autograd import Variable


def predict(img):
    x = Variable(img)
    with torch.no_grad():
        boxes = detect(x)
    return boxes
