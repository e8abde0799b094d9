"""Model-agnostic meta-learning of sine waves: inner steps that stay in the graph, gradients of gradients (2018)."""
import argparse

import numpy as np
import torch
from torch import nn
from torch.autograd import Variable
from torch.nn import functional as F


class Learner(nn.Module):
    """Weights in a ParameterList, so that a forward pass can be made with others."""

    def __init__(self, hidden=20):
        super(Learner, self).__init__()
        self.vars = nn.ParameterList()
        for n_out, n_in in ((hidden, 1), (hidden, hidden), (1, hidden)):
            w = nn.Parameter(torch.ones(n_out, n_in))
            torch.nn.init.kaiming_normal_(w.data)
            self.vars.append(w)
            self.vars.append(nn.Parameter(torch.zeros(n_out)))

    def forward(self, x, vars=None):
        vars = self.vars if vars is None else vars
        for i in range(0, len(vars), 2):
            x = F.linear(x, vars[i], vars[i + 1])
            if i + 2 < len(vars):
                x = torch.tanh(x)
        return x

    def zero_grad(self, vars=None):
        for p in (self.vars if vars is None else vars):
            if p.grad is not None:
                p.grad.data.zero_()

    def parameters(self, recurse=True):
        return self.vars


class Meta(nn.Module):
    def __init__(self, args):
        super(Meta, self).__init__()
        self.update_lr, self.meta_lr, self.update_step = args.update_lr, args.meta_lr, args.update_step
        self.net = Learner()
        self.meta_optim = torch.optim.Adam(self.net.vars, lr=self.meta_lr)

    def clip_grad_by_norm_(self, max_norm):
        total = 0
        for p in self.net.vars:
            param_norm = p.grad.data.norm(2)
            total += param_norm.item() ** 2
        total = total ** 0.5
        clip_coef = max_norm / (total + 1e-6)
        if clip_coef < 1:
            for p in self.net.vars:
                p.grad.data.mul_(clip_coef)
        return total

    def adapt(self, x, y, create_graph):
        fast_weights = list(self.net.vars)
        for _ in range(self.update_step):
            loss = F.mse_loss(self.net(x, fast_weights), y)
            grad = torch.autograd.grad(loss, fast_weights, create_graph=create_graph)
            fast_weights = [w - self.update_lr * g for w, g in zip(fast_weights, grad)]
        return fast_weights

    def forward(self, x_spt, y_spt, x_qry, y_qry):
        losses_q = 0
        for i in range(x_spt.size(0)):
            # summed over the tasks, then trained on
            losses_q += F.mse_loss(self.net(x_qry[i], self.adapt(x_spt[i], y_spt[i], True)), y_qry[i])
        loss_q = losses_q / x_spt.size(0)
        self.meta_optim.zero_grad()
        loss_q.backward()
        norm = self.clip_grad_by_norm_(5.0)
        self.meta_optim.step()
        return loss_q.data, norm

    def finetunning(self, x_spt, y_spt, x_qry, y_qry):
        # in eval mode, and it learns nevertheless
        self.net.eval()
        before = F.mse_loss(self.net(x_qry), y_qry).item()
        after = F.mse_loss(self.net(x_qry, self.adapt(x_spt, y_spt, False)), y_qry).item()
        return before, after


def batch(tasks, k, rng):
    amplitude, phase = rng.uniform(0.5, 3, size=(tasks, 1, 1)), rng.uniform(0, np.pi, size=(tasks, 1, 1))
    x = rng.uniform(-3, 3, size=(tasks, 2 * k, 1))
    y = amplitude * np.sin(x + phase)
    halves = x[:, :k], y[:, :k], x[:, k:], y[:, k:]
    return tuple(Variable(torch.from_numpy(part.astype(np.float32))).to(device) for part in halves)


if __name__ == '__main__':
    argparser = argparse.ArgumentParser()
    argparser.add_argument('--epoch', type=int, default=12)
    argparser.add_argument('--k_spt', type=int, default=8)
    argparser.add_argument('--task_num', type=int, default=4)
    argparser.add_argument('--meta_lr', type=float, default=1e-2)
    argparser.add_argument('--update_lr', type=float, default=0.02)
    argparser.add_argument('--update_step', type=int, default=2)
    args = argparser.parse_args()

    torch.manual_seed(222)
    rng = np.random.RandomState(222)
    device = torch.device('cuda')
    maml = Meta(args).to(device)
    for step in range(args.epoch):
        loss, norm = maml(*batch(args.task_num, args.k_spt, rng))
        if step % 4 == 3:
            print('step %d loss %.5f norm %.5f' % (step, loss.cpu().numpy(), norm))
    x_spt, y_spt, x_qry, y_qry = (part[0] for part in batch(1, args.k_spt, rng))
    print('new task: %.5f, after learning %.5f' % maml.finetunning(x_spt, y_spt, x_qry, y_qry))
