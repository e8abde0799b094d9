# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def predict(encoder, decoder, img):
    x = Variable(img, volatile=True)
    features = encoder(x)
    features = torch.nn.functional.relu(features)
    words = decoder(features)
    return words
# output
import torch
from torch.autograd import Variable


def predict(encoder, decoder, img):
    x = Variable(img)
    with torch.no_grad():
        features = encoder(x)
        features = torch.nn.functional.relu(features)
        words = decoder(features)
    return words
