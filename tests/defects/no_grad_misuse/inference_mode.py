import random
from collections import deque

import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, policy, target, env, gamma=0.99):
        self.policy, self.target, self.env, self.gamma = policy, target, env, gamma
        self.memory = deque(maxlen=10000)
        self.optim = torch.optim.Adam(self.policy.parameters(), lr=1e-3)

    def act(self, state):
        with torch.inference_mode():
            return self.policy(state).argmax(1).item()

    def learn(self):
        if len(self.memory) < 64:
            return
        states, actions, rewards, following = zip(*random.sample(self.memory, 64))
        values = self.policy(torch.cat(states)).gather(1, torch.tensor(actions).view(-1, 1))
        with torch.inference_mode():
            best = self.target(torch.cat(following)).max(1)[0]
        loss = F.smooth_l1_loss(values.squeeze(1), torch.tensor(rewards) + self.gamma * best)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()

    def run(self, episodes):
        for episode in range(episodes):
            state, done = self.env.reset(), False
            while not done:
                action = self.act(state)
                following, reward, done, _ = self.env.step(action)
                self.memory.append((state, action, reward, following))
                state = following
                self.learn()
            if episode % 10 == 0:
                self.target.load_state_dict(self.policy.state_dict())
# defect
import random
from collections import deque

import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, policy, target, env, gamma=0.99):
        self.policy, self.target, self.env, self.gamma = policy, target, env, gamma
        self.memory = deque(maxlen=10000)
        self.optim = torch.optim.Adam(self.policy.parameters(), lr=1e-3)

    def act(self, state):
        with torch.inference_mode:
            return self.policy(state).argmax(1).item()

    def learn(self):
        if len(self.memory) < 64:
            return
        states, actions, rewards, following = zip(*random.sample(self.memory, 64))
        values = self.policy(torch.cat(states)).gather(1, torch.tensor(actions).view(-1, 1))
        with torch.inference_mode():
            best = self.target(torch.cat(following)).max(1)[0]
        loss = F.smooth_l1_loss(values.squeeze(1), torch.tensor(rewards) + self.gamma * best)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()

    def run(self, episodes):
        for episode in range(episodes):
            state, done = self.env.reset(), False
            while not done:
                action = self.act(state)
                following, reward, done, _ = self.env.step(action)
                self.memory.append((state, action, reward, following))
                state = following
                self.learn()
            if episode % 10 == 0:
                self.target.load_state_dict(self.policy.state_dict())
# findings
15: TFC205 safe
