import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
print(f"{-loss.numpy()}", "{}".format(-loss.numpy()), -loss.numpy())
# findings
4: TFC801 unsafe left
4: TFC801 unsafe left
4: TFC801 unsafe left
