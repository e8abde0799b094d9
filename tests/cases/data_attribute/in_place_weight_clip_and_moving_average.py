import torch


def train(critic: torch.nn.Module, target: torch.nn.Module, batches, opt):
    for x in batches:
        loss = critic(x).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        for p in critic.parameters():
            p.data.clamp_(-0.01, 0.01)
        for old, new in zip(target.parameters(), critic.parameters()):
            old.data.mul_(0.99).add_(0.01 * new.data)
# output
import torch


def train(critic: torch.nn.Module, target: torch.nn.Module, batches, opt):
    for x in batches:
        loss = critic(x).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        for p in critic.parameters():
            p.detach().clamp_(-0.01, 0.01)
        for old, new in zip(target.parameters(), critic.parameters()):
            old.detach().mul_(0.99).add_(0.01 * new.detach())
