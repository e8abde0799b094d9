import torch

each = torch.nn.MSELoss(reduction="none")(torch.ones(3), torch.zeros(3))
old = torch.nn.MSELoss(reduce=False)(torch.ones(3), torch.zeros(3))
print(f"{each.numpy()} {old.data.numpy()}")
