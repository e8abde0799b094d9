import torch
import project
from torch import utils

from . import data

corpus = data.Corpus("text", torch.zeros(2))
lines = project.data.Lines(corpus)
loader = utils.data.DataLoader(lines)
