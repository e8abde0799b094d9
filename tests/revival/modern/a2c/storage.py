import torch


class RolloutStorage(object):
    def __init__(self, num_steps, obs_size):
        self.states = torch.zeros(num_steps + 1, obs_size)
        self.rewards = torch.zeros(num_steps, 1)
        self.returns = torch.zeros(num_steps + 1, 1)
        self.masks = torch.ones(num_steps + 1, 1)

    def cuda(self):
        self.states = self.states.cuda()
        self.rewards = self.rewards.cuda()
        self.returns = self.returns.cuda()
        self.masks = self.masks.cuda()

    def insert(self, step, state, reward, mask):
        self.states[step + 1].copy_(state)
        self.rewards[step].copy_(reward)
        self.masks[step + 1].copy_(mask)

    def compute_returns(self, next_value, gamma):
        self.returns[-1] = next_value
        for step in reversed(range(self.rewards.size(0))):
            self.returns[step] = self.returns[step + 1] * gamma * self.masks[step + 1] + self.rewards[step]
