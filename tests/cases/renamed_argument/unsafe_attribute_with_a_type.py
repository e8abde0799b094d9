import torch

criterion = torch.nn.MSELoss()
criterion.size_average: bool = False
other = torch.nn.MSELoss()
other.size_average, steps = False, 3
