import torch
from torch.autograd import Variable


def predict(encoder, decoder, img):
    x = Variable(img, volatile=True)
    features = encoder(x)
    print("encoded")
    words = decoder(features)
    return words
