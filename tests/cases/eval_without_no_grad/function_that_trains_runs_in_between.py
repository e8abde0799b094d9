# flags: --unsafe-fixes
import torch
from scipy.optimize import minimize


def objective(z):
    z = torch.tensor(z, requires_grad=True)
    loss = net(z).pow(2).sum()
    loss.backward()
    return loss.item(), z.grad.numpy()


net.eval()
start = net(x).detach().numpy()
found = minimize(objective, start, jac=True)
print(net(torch.tensor(found.x)).mean().item())
# output
import torch
from scipy.optimize import minimize


def objective(z):
    z = torch.tensor(z, requires_grad=True)
    loss = net(z).pow(2).sum()
    loss.backward()
    return loss.item(), z.grad.numpy()


net.eval()
with torch.no_grad():
    start = net(x).detach().numpy()
found = minimize(objective, start, jac=True)
with torch.no_grad():
    print(net(torch.tensor(found.x)).mean().item())
