import torch

state = torch.load("a.pt", map_location=lambda s, l: s.cuda())
other = torch.load("b.pt", map_location=lambda storage, location: storage.cuda(0))
