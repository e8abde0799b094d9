import torch
import torch.nn as nn
import torch.nn.functional as F


def weights_init(m):
    if m.__class__.__name__.find('Linear') != -1:
        nn.init.orthogonal(m.weight)
        m.bias.data.fill_(0)


class Policy(nn.Module):
    def __init__(self, num_inputs, num_actions):
        super(Policy, self).__init__()
        self.a_fc1 = nn.Linear(num_inputs, 8)
        self.v_fc1 = nn.Linear(num_inputs, 8)
        self.actor = nn.Linear(8, num_actions)
        self.critic = nn.Linear(8, 1)
        self.apply(weights_init)

    def forward(self, inputs):
        a = F.tanh(self.a_fc1(inputs))
        v = F.tanh(self.v_fc1(inputs))
        return self.critic(v), self.actor(a)

    def act(self, inputs):
        value, x = self(inputs)
        probs = F.softmax(x)
        return value, probs.multinomial(1)

    def evaluate_actions(self, inputs, actions):
        value, x = self(inputs)
        log_probs = F.log_softmax(x)
        probs = F.softmax(x)
        action_log_probs = log_probs.gather(1, actions)
        dist_entropy = -(log_probs * probs).sum(-1).mean()
        return value, action_log_probs, dist_entropy
