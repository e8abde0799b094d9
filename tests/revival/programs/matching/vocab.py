from itertools import izip
import torch


class Vocab(object):
    def __init__(self, sentences):
        self.labelToIdx = {}
        for sentence in sentences:
            for token in sentence.split():
                self.labelToIdx.setdefault(token, len(self.labelToIdx))

    def size(self):
        return len(self.labelToIdx)

    def convertToIdx(self, sentence):
        return torch.LongTensor([self.labelToIdx[t] for t in sentence.split()])


def pairs(lefts, rights, scores):
    return [(l, r, s) for l, r, s in izip(lefts, rights, scores)]
