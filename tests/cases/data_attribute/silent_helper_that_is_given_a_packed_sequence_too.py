import torch
from torch.nn.utils.rnn import pack_padded_sequence


def to_numpy(x):
    return x.data.cpu().numpy()


def show(rnn, words, lengths):
    packed = pack_padded_sequence(words, lengths)
    states, last = rnn(words)
    print(to_numpy(packed).shape, to_numpy(states).shape, to_numpy(last).shape)
