import torch


def swap(model: torch.nn.Module, averaged):
    saved = {n: p.data.clone() for n, p in model.named_parameters()}
    for n, p in model.named_parameters():
        p.data = averaged[n]
    print(len(saved))
# output
import torch


def swap(model: torch.nn.Module, averaged):
    saved = {n: p.detach().clone() for n, p in model.named_parameters()}
    for n, p in model.named_parameters():
        p.data = averaged[n]
    print(len(saved))
# findings
5: TFC601 safe fixed p.detach()
7: TFC601 report left copy_
