import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
embedding = nn.Embedding.from_pretrained(torch.load("vectors.pt"))
