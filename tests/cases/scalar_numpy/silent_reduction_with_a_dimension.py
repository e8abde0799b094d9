import torch


def errors(diff: torch.Tensor):
    print("%s" % diff.mean(dim=1).numpy(), diff.sum(1).numpy(), diff.norm(2, 0).numpy())
    print(f"{diff.mean(dim=1, keepdim=True).numpy()}", diff.max(1)[0].numpy())
    return diff.sum(dim=0).data.numpy()
