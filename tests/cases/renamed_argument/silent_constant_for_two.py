import torch

criterion = torch.nn.MSELoss()
kept = criterion.size_average = False
print(kept)
