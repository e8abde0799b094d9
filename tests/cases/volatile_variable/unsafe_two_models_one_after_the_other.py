import torch
from torch.autograd import Variable


def predict(encoder, decoder, img):
    x = Variable(img, volatile=True)
    features = encoder(x)
    features = torch.nn.functional.relu(features)
    words = decoder(features)
    return words
