import torch


def step(model: torch.nn.Module, batch):
    x = torch.stack(batch)
    loss = model.compute_loss(x)
    loss.detach_()
    print("loss", loss.data[0])
# findings
8: TFC802 unsafe left only the name of `loss`
