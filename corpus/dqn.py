"""Deep Q-learning with a replay memory and a target network; the tensor types are chosen at the top of the file."""
import math
import random
from collections import namedtuple
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F
from torch.autograd import Variable

random.seed(0)
np.random.seed(0)
torch.manual_seed(0)
use_cuda = torch.cuda.is_available()
FloatTensor = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor
LongTensor = torch.cuda.LongTensor if use_cuda else torch.LongTensor
Tensor = FloatTensor
BATCH_SIZE, GAMMA = 16, 0.99
EPS_START, EPS_END, EPS_DECAY = 0.9, 0.05, 60
TARGET_UPDATE = 20
Transition = namedtuple('Transition', ('state', 'action', 'next_state', 'reward'))


class ReplayMemory(object):
    def __init__(self, capacity):
        self.capacity = capacity
        self.data = []
        self.position = 0

    def push(self, *args):
        if len(self.data) < self.capacity:
            self.data.append(None)
        self.data[self.position] = Transition(*args)
        self.position = (self.position + 1) % self.capacity

    def sample(self, batch_size):
        return random.sample(self.data, batch_size)

    def __len__(self):
        return len(self.data)


class Walk(object):
    """A point that drifts; reward for staying near the origin."""

    def reset(self):
        self.state = np.zeros(4, dtype=np.float32)
        return self.state

    def step(self, action):
        push = (action - 0.5) * 0.2
        self.state = np.tanh(self.state * 0.9 + push + np.random.randn(4) * 0.02).astype(np.float32)
        return self.state, 1.0 - float(abs(self.state[0])), random.random() < 0.05


class DQN(nn.Module):
    def __init__(self):
        super(DQN, self).__init__()
        self.fc1 = nn.Linear(4, 32)
        self.head = nn.Linear(32, 2)

    def forward(self, x):
        return self.head(F.relu(self.fc1(x)))


policy_net = DQN()
target_net = DQN()
target_net.load_state_dict(policy_net.state_dict())
target_net.eval()
if use_cuda:
    policy_net.cuda()
    target_net.cuda()

optimizer = optim.RMSprop(policy_net.parameters(), lr=1e-3)
memory = ReplayMemory(200)
env = Walk()


def select_action(state, steps_done):
    eps_threshold = EPS_END + (EPS_START - EPS_END) * math.exp(-1. * steps_done / EPS_DECAY)
    if random.random() > eps_threshold:
        return policy_net(Variable(state).type(FloatTensor)).data.max(1)[1].view(1, 1)
    return LongTensor([[random.randrange(2)]])


def optimize_model():
    if len(memory) < BATCH_SIZE:
        return None
    batch = Transition(*zip(*memory.sample(BATCH_SIZE)))
    state_batch = Variable(torch.cat(batch.state))
    action_batch = Variable(torch.cat(batch.action))
    reward_batch = Variable(torch.cat(batch.reward))
    next_batch = Variable(torch.cat(batch.next_state))
    state_action_values = policy_net(state_batch).gather(1, action_batch)
    next_state_values = target_net(next_batch).max(1)[0]
    next_state_values = Variable(next_state_values.data)
    expected = (next_state_values * GAMMA) + reward_batch
    loss = F.smooth_l1_loss(state_action_values, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    for param in policy_net.parameters():
        param.grad.data.clamp_(-1, 1)
    optimizer.step()
    return loss


state = Tensor(env.reset()[None])
for t in range(80):
    action = select_action(state, t)
    observation, reward, done = env.step(action[0, 0].item())
    next_state = Tensor(observation[None])
    memory.push(state, action, next_state, Tensor([reward]))
    state = Tensor(env.reset()[None]) if done else next_state
    loss = optimize_model()
    if t % TARGET_UPDATE == 0:
        target_net.load_state_dict(policy_net.state_dict())
        print('step %d loss %s' % (t, 'none' if loss is None else '%.8f' % loss.item()))
print('weights %.6f' % sum(p.data.abs().sum() for p in policy_net.parameters()))
