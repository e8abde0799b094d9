import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
torch.save(opt, "opt.pt")
# findings
5: TFC502 report left save its state_dict
