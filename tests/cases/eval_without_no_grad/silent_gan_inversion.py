import torch

G.eval()
z = torch.randn(1, 512).requires_grad_()
opt = torch.optim.Adam([z], lr=0.01)
for i in range(1000):
    image = G(z)
    loss = ((image - target) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if i % 100 == 0:
        print(loss.item())
