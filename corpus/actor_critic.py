"""Actor and critic on a pole that wants to fall, in the style of 2017: a policy that keeps its own log-probabilities."""
import argparse
from collections import namedtuple
from itertools import count

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Variable
from torch.distributions import Categorical

parser = argparse.ArgumentParser(description='Actor-critic')
parser.add_argument('--gamma', type=float, default=0.95, metavar='G', help='discount')
parser.add_argument('--seed', type=int, default=543, metavar='N')
parser.add_argument('--log-interval', type=int, default=4, metavar='N')
parser.add_argument('--episodes', type=int, default=12, metavar='N')
args = parser.parse_args()

torch.manual_seed(args.seed)
SavedAction = namedtuple('SavedAction', ['log_prob', 'value'])


class Pole(object):
    """A stick on a hand: angle and speed, and two pushes to choose from."""

    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)

    def reset(self):
        self.state = self.rng.uniform(-0.05, 0.05, size=2)
        return self.state

    def step(self, action):
        angle, speed = self.state
        speed = speed + 0.3 * np.sin(angle) + (0.1 if action == 1 else -0.1) + self.rng.randn() * 0.02
        self.state = np.array([angle + 0.3 * speed, speed])
        return self.state, 1.0, bool(abs(self.state[0]) > 0.6)


class Policy(nn.Module):
    def __init__(self):
        super(Policy, self).__init__()
        self.affine1 = nn.Linear(2, 32)
        self.action_head = nn.Linear(32, 2)
        self.value_head = nn.Linear(32, 1)
        self.action_head.weight.data.mul_(0.1)
        self.saved_actions = []
        self.rewards = []

    def forward(self, x):
        x = F.relu(self.affine1(x))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


env = Pole(args.seed)
model = Policy().cuda()
optimizer = optim.Adam(model.parameters(), lr=3e-2)


def select_action(state):
    state = torch.from_numpy(state).float()
    probs, state_value = model(Variable(state).cuda())
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
        # one element in one dimension: the index is right, and gives a tensor
        advantage = r - value.data[0].cpu()
        policy_losses.append(-log_prob * Variable(advantage.cuda()))
        value_losses.append(F.smooth_l1_loss(value, Variable(torch.Tensor([r])).cuda()))
    optimizer.zero_grad()
    # a sum of losses that is trained on, not a number for the log
    loss = 0
    for policy_loss, value_loss in zip(policy_losses, value_losses):
        loss += policy_loss + value_loss
    loss.backward()
    optimizer.step()
    del model.rewards[:]
    del model.saved_actions[:]
    return loss.data.cpu()


running_reward = 5.0
for i_episode in count(1):
    state, ep_reward = env.reset(), 0
    for t in range(60):
        action = select_action(state)
        state, reward, done = env.step(action)
        model.rewards.append(reward)
        ep_reward += reward
        if done:
            break
    running_reward = 0.05 * ep_reward + 0.95 * running_reward
    loss = finish_episode()
    if i_episode % args.log_interval == 0:
        print('episode {}\tlast {:.1f}\taverage {:.4f}\tloss {:.6f}'.format(i_episode, ep_reward, running_reward, float(loss)))
    if i_episode >= args.episodes:
        break
