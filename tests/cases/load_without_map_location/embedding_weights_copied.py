import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        pretrained = torch.load(path)
        self.embedding.weight.data[:, : pretrained.size(1)] = pretrained
        if torch.cuda.is_available():
            pretrained = pretrained.cuda()
        self.embedding.weight.data.copy_(pretrained)
# output
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        pretrained = torch.load(path, map_location="cpu")
        self.embedding.weight.data[:, : pretrained.size(1)] = pretrained
        if torch.cuda.is_available():
            pretrained = pretrained.cuda()
        self.embedding.weight.data.copy_(pretrained)
