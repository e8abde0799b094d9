import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print("%.3f" % (loss / 2 + loss.sum()).detach().to("cpu").numpy())
    print("%.3f" % loss.clone().detach().cpu().numpy(), "%.3f" % loss.data.to("cpu").numpy())
    print(f"{torch.mean(x).numpy():.2f} {x.std().numpy():.2f} {torch.dist(x, x).numpy():.2f} {x.float().mean().numpy():.2f}")
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print("%.3f" % (loss / 2 + loss.sum()).item())
    print("%.3f" % loss.item(), "%.3f" % loss.item())
    print(f"{torch.mean(x).item():.2f} {x.std().item():.2f} {torch.dist(x, x).item():.2f} {x.float().mean().item():.2f}")
