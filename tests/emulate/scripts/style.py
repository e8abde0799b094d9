"""Style transfer: the image is the parameter, optimized by L-BFGS with a closure."""

import torch
import torch.nn as nn

torch.manual_seed(0)
feat = nn.Sequential(
    nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(inplace=False)
)
feat = feat.cuda().eval()
for p in feat.parameters():
    p.requires_grad = False
content = torch.rand(1, 3, 16, 16).cuda()
style = torch.rand(1, 3, 16, 16).cuda()


class GramMatrix(nn.Module):
    def forward(self, x):
        a, b, c, d = x.size()
        f = x.view(a * b, c * d)
        return torch.mm(f, f.t()).div_(a * b * c * d)


gram = GramMatrix().cuda()


def feats(x):
    out = []
    for l in feat:
        x = l(x)
        if isinstance(l, nn.ReLU):
            out.append(x)
    return out


tc = feats(content)[-1].detach()
ts = [gram(f).detach() for f in feats(style)]
img = nn.Parameter(content.data.clone())
opt = torch.optim.LBFGS([img], max_iter=4)
run = [0]
while run[0] < 12:

    def closure():
        img.data.clamp_(0, 1)
        opt.zero_grad()
        fs = feats(img)
        cl = nn.functional.mse_loss(fs[-1], tc)
        sl = sum(nn.functional.mse_loss(gram(f), t) for f, t in zip(fs, ts)) * 1000
        (cl + sl).backward()
        run[0] += 1
        if run[0] % 4 == 0:
            print(run[0], "Style Loss : {:.6f} Content Loss: {:.6f}".format(sl.item(), cl.item()))
        return cl + sl

    opt.step(closure)
img.data.clamp_(0, 1)
print(img.data.cpu().squeeze(0).numpy().sum())
