import torch


def predict(labels: torch.Tensor, use_cuda):
    if use_cuda:
        labels = labels.cuda()
    return labels.numpy()
# output
import torch


def predict(labels: torch.Tensor, use_cuda):
    if use_cuda:
        labels = labels.cuda()
    return labels.cpu().numpy()
