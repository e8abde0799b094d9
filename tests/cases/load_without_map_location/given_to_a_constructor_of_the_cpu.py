import torch

matrix = torch.FloatTensor(torch.load("alignment.pt"))
parts = torch.load("sparse.pt")
sparse = torch.sparse.FloatTensor(parts["indices"], parts["values"], parts["size"])
# output
import torch

matrix = torch.FloatTensor(torch.load("alignment.pt", map_location="cpu"))
parts = torch.load("sparse.pt", map_location="cpu")
sparse = torch.sparse.FloatTensor(parts["indices"], parts["values"], parts["size"])
