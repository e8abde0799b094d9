import torch

action = torch.ones(3).multinomial(1)
action.reinforce(reward)
