"""DataParallel with a data loader that has workers and pins memory."""

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(2)
torch.cuda.manual_seed_all(2)


class Toy(Dataset):
    def __init__(self):
        g = torch.Generator().manual_seed(0)
        self.x = torch.randn(48, 3, 8, 8, generator=g)
        self.y = torch.randint(0, 4, (48,), generator=g)

    def __len__(self):
        return 48

    def __getitem__(self, i):
        return self.x[i] + torch.randn(3, 8, 8) * 0.1, self.y[i], {"id": i}


net = nn.Sequential(
    nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(True), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)
)
net = nn.DataParallel(net, device_ids=range(torch.cuda.device_count())).cuda()
torch.backends.cudnn.benchmark = True
loader = DataLoader(Toy(), batch_size=12, shuffle=True, num_workers=2, pin_memory=True, drop_last=True)
crit = nn.CrossEntropyLoss().cuda()
opt = torch.optim.SGD(net.parameters(), 0.1, momentum=0.9, weight_decay=1e-4, nesterov=True)
for e in range(2):
    net.train()
    tot, hit, ids = 0.0, 0, 0
    for i, (x, y, meta) in enumerate(loader):
        x, y = x.cuda(non_blocking=True), y.cuda(non_blocking=True)
        out = net(x)
        loss = crit(out, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item()
        hit += (out.max(1)[1] == y).sum().item()
        ids += int(meta["id"].sum())
    print("epoch %d: loss %.5f hits %d ids %d" % (e, tot / len(loader), hit, ids))
torch.save(net.module.state_dict(), "dp.pth")
print(sorted(torch.load("dp.pth"))[:2])
