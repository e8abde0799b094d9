import torch

net, crit = torch.nn.Linear(2, 2), torch.nn.MSELoss()
feat = torch.sigmoid(net(torch.ones(1, 2)))
mask = torch.tensor([[True, False]])
act = feat.data
act[mask] = 0
loss = crit(feat, torch.zeros(1, 2))
loss.backward()
# findings
6: TFC601 report left `feat` feeds `loss.backward()` on line 9
