"""Adversarial examples, with events for timing, streams, memory and properties of the device."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(13)
dev = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
if torch.cuda.is_available():
    torch.cuda.set_device(0)
    torch.cuda.empty_cache()
net = nn.Sequential(nn.Flatten(), nn.Linear(36, 20), nn.ELU(), nn.Linear(20, 4)).to(dev)
net.eval()
x = torch.rand(10, 1, 6, 6).to(dev)
y = torch.randint(0, 4, (10,)).to(dev)
if torch.cuda.is_available():
    s, e = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    s.record()
x.requires_grad = True
loss = F.cross_entropy(net(x), y)
net.zero_grad()
loss.backward()
g = x.grad.data
for eps in (0, 0.1, 0.3):
    adv = torch.clamp(x + eps * g.sign(), 0, 1)
    out = net(adv)
    print(
        "Epsilon: {}\tloss {:.5f} acc {}".format(eps, F.cross_entropy(out, y).item(), out.max(1)[1].eq(y).sum().item())
    )
if torch.cuda.is_available():
    e.record()
    torch.cuda.synchronize()
    t = s.elapsed_time(e)
    assert t >= 0
    st = torch.cuda.Stream()
    with torch.cuda.stream(st):
        z = x.detach() * 2
    torch.cuda.current_stream().wait_stream(st)
    assert torch.cuda.memory_allocated() >= 0 and torch.cuda.get_device_name(0)
    p = torch.cuda.get_device_properties(0).total_memory
    st8 = torch.cuda.get_rng_state()
    torch.cuda.set_rng_state(st8)
img = adv[0].squeeze().detach().cpu().numpy()
print(img.shape, img.sum(), torch.isnan(adv).any().item())
