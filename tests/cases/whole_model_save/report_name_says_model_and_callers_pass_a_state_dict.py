import torch


def keep(info, model, optim, path):
    torch.save(model, path)


keep(info, net.module.state_dict(), opt.state_dict(), "a.pt")
# findings
5: TFC502 report left line 8 passes a state_dict
