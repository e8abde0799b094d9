import torch

model = torch.nn.Linear(2, 2)
h = torch.exp(model(torch.ones(1, 2)))
h.data.mul_(2)
h.sum().backward()
# findings
5: TFC601 report left `h` feeds `h.sum().backward()` on line 6
