import pickle
from collections import Counter
import torch


class Vocabulary(object):
    def __init__(self):
        self.word2idx = {}
        self.idx2word = {}
        self.idx = 0

    def add_word(self, word):
        if word not in self.word2idx:
            self.word2idx[word] = self.idx
            self.idx2word[self.idx] = word
            self.idx += 1

    def __call__(self, word):
        return self.word2idx.get(word, self.word2idx['<unk>'])

    def __len__(self):
        return len(self.word2idx)


def build_vocab(captions, threshold):
    counter = Counter()
    for caption in captions:
        counter.update(caption.lower().split())
    words = sorted(word for word, cnt in counter.items() if cnt >= threshold)
    vocab = Vocabulary()
    for word in ['<pad>', '<start>', '<end>', '<unk>'] + words:
        vocab.add_word(word)
    with open('vocab.pkl', 'wb') as f:
        pickle.dump(vocab.word2idx, f)
    return vocab
