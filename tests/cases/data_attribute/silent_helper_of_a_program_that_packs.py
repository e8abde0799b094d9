import torch
from torch.nn.utils.rnn import pack_padded_sequence


def to_numpy(values):
    return values.data.cpu().numpy()


def pack(words, lengths):
    return pack_padded_sequence(words, lengths)
