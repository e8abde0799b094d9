# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def predict(encoder, decoder, img):
    x = Variable(img, volatile=True)
    features = encoder(x)
    print("encoded")
    words = decoder(features)
    return words
# output
import torch
from torch.autograd import Variable


def predict(encoder, decoder, img):
    x = Variable(img)
    with torch.no_grad():
        features = encoder(x)
    print("encoded")
    with torch.no_grad():
        words = decoder(features)
    return words
