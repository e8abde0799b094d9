import torch

data = torch.load("traindata.pt")
series = torch.from_numpy(data[3:, :-1])
# output
import torch

data = torch.load("traindata.pt", map_location="cpu")
series = torch.from_numpy(data[3:, :-1])
