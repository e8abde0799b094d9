"""Actor and critic on a walk along a line."""
import argparse
import numpy as np
from itertools import count
from collections import namedtuple
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical

parser = argparse.ArgumentParser(description='PyTorch actor-critic example')
parser.add_argument('--gamma', type=float, default=0.9)
parser.add_argument('--seed', type=int, default=543)
args = parser.parse_args()
torch.manual_seed(args.seed)
np.random.seed(args.seed)
SavedAction = namedtuple('SavedAction', ['log_prob', 'value'])


class Walk(object):
    """One has to go to the right, against a little wind."""

    def reset(self):
        self.place, self.steps = 0, 0
        return np.array([0, 0, 1], dtype=float)

    def step(self, action):
        self.steps += 1
        self.place += 1 if action == 1 else -1
        done = abs(self.place) >= 3 or self.steps >= 8
        return np.array([self.place, self.steps, 1], dtype=float), float(self.place), done


class Policy(nn.Module):
    def __init__(self):
        super(Policy, self).__init__()
        self.affine1 = nn.Linear(3, 16)
        self.action_head = nn.Linear(16, 2)
        self.value_head = nn.Linear(16, 1)
        self.saved_actions = []
        self.rewards = []

    def forward(self, x):
        x = F.relu(self.affine1(x))
        return F.softmax(self.action_head(x), dim=0), self.value_head(x)


model = Policy()
optimizer = optim.Adam(model.parameters(), lr=3e-2)


def select_action(state):
    state = torch.from_numpy(state).float()
    probs, state_value = model(state)
    m = Categorical(probs)
    action = m.sample()
    model.saved_actions.append(SavedAction(m.log_prob(action), state_value))
    return action.item()


def finish_episode():
    R = 0
    policy_losses, value_losses, rewards = [], [], []
    for r in model.rewards[::-1]:
        R = r + args.gamma * R
        rewards.insert(0, R)
    rewards = torch.Tensor(rewards)
    rewards = (rewards - rewards.mean()) / (rewards.std() + np.finfo(np.float32).eps)
    for (log_prob, value), r in zip(model.saved_actions, rewards):
        reward = r - value.data[0]
        policy_losses.append(-log_prob * reward)
        value_losses.append(F.smooth_l1_loss(value, torch.Tensor([r])))
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()
    del model.rewards[:]
    del model.saved_actions[:]
    return loss.item()


env = Walk()
running_reward = 0
for i_episode in count(1):
    state = env.reset()
    for t in range(20):
        action = select_action(state)
        state, reward, done = env.step(action)
        model.rewards.append(reward)
        running_reward = running_reward * 0.95 + reward * 0.05
        if done:
            break
    loss = finish_episode()
    if i_episode % 4 == 0:
        print('Episode {}\tLast length: {:2d}\tReward: {:.3f}\tLoss: {:.4f}'.format(i_episode, t, running_reward, loss))
    if i_episode >= 12:
        break
