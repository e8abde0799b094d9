import torch
import torch.nn as nn
import torch.optim as optim
from torch.autograd import Variable
from envs import CartLine
from model import Policy
from storage import RolloutStorage

num_steps, num_updates, gamma = 6, 4, 0.9
torch.manual_seed(10)
env = CartLine(10)
actor_critic = Policy(3, 2)
optimizer = optim.RMSprop(actor_critic.parameters(), 7e-3, eps=1e-5, alpha=0.99)
rollouts = RolloutStorage(num_steps, 3)
state = env.reset()
rollouts.states[0].copy_(state)
final_rewards = 0
for j in xrange(num_updates):
    actions = []
    for step in xrange(num_steps):
        value, action = actor_critic.act(Variable(rollouts.states[step].unsqueeze(0), volatile=True))
        cpu_actions = action.data.squeeze(1).cpu().numpy()
        obs, reward, done = env.step(cpu_actions[0])
        final_rewards += reward
        actions.append(action.data)
        rollouts.insert(step, obs, torch.Tensor([reward]), torch.Tensor([0. if done else 1.]))
    next_value = actor_critic(Variable(rollouts.states[-1].unsqueeze(0), volatile=True))[0].data
    rollouts.compute_returns(next_value, gamma)
    values, action_log_probs, dist_entropy = actor_critic.evaluate_actions(
        Variable(rollouts.states[:-1]), Variable(torch.cat(actions)))
    advantages = Variable(rollouts.returns[:-1]) - values
    value_loss = advantages.pow(2).mean()
    action_loss = -(Variable(advantages.data) * action_log_probs).mean()
    optimizer.zero_grad()
    (value_loss * 0.5 + action_loss - dist_entropy * 0.01).backward()
    nn.utils.clip_grad_norm(actor_critic.parameters(), 0.5)
    optimizer.step()
    rollouts.states[0].copy_(rollouts.states[-1])
    print("Updates {}, reward {:.3f}, entropy {:.4f}, value loss {:.4f}, policy loss {:.4f}".format(
        j, final_rewards, dist_entropy.data[0], value_loss.data[0], action_loss.data[0]))
