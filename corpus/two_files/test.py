"""Reads the pickled model that train.py has written, and looks at every class on its own."""
import os

import numpy as np
import torch
from torch.autograd import Variable

import train


def main():
    path = os.path.join(train.FOLDER, 'best.pkl')
    if not os.path.exists(path):
        print('no model yet, training one')
        train.main()
    net = torch.load(path, weights_only=False)
    net.cuda()
    net.eval()
    images, labels = train.corners(48, 2)
    confusion = np.zeros((train.NUM_CLASSES, train.NUM_CLASSES), dtype=int)
    surest = 0.0
    for i in range(0, len(images), 16):
        output = net(Variable(images[i:i + 16]).cuda())
        predicted = output.data.max(1)[1].cpu().numpy()
        for truth, guess in zip(labels[i:i + 16].numpy(), predicted):
            confusion[truth, guess] += 1
        surest = max(surest, torch.softmax(output, 1).max().item())
    for row in confusion:
        print(' '.join('%3d' % n for n in row))
    print('right: %.4f, surest %.6f' % (np.trace(confusion) / confusion.sum(), surest))


if __name__ == '__main__':
    main()
