import torch

loss = torch.nn.MSELoss(**options)
grid = torch.meshgrid(*axes, **options)
