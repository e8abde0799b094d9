import torch.nn as nn

model = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
model.apply(lambda m: m.weight.data.fill_(1.0) if isinstance(m, nn.Linear) else None)
done = [p.data.zero_() for p in model.parameters()]
# output
import torch.nn as nn

model = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
model.apply(lambda m: m.weight.detach().fill_(1.0) if isinstance(m, nn.Linear) else None)
done = [p.detach().zero_() for p in model.parameters()]
