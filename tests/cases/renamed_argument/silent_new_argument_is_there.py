import torch

loss = torch.nn.MSELoss(size_average=False, reduction='sum')
