import torch
import torch.nn.functional as F
from torch import optim

vgg = load_vgg().eval()
canvas = torch.rand(1, 3, 64, 64, requires_grad=True)
optimizer = optim.Adam([canvas], lr=0.1)
for step in range(300):
    optimizer.zero_grad()
    loss = F.mse_loss(vgg(canvas), wanted)
    loss.backward()
    optimizer.step()
