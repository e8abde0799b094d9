import torch
import torch.nn as nn
import torch.optim as optim
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
for j in range(num_updates):
    actions = []
    for step in range(num_steps):
        with torch.no_grad():
            value, action = actor_critic.act(rollouts.states[step].unsqueeze(0))
        cpu_actions = action.data.squeeze(1).cpu().numpy()
        obs, reward, done = env.step(cpu_actions[0])
        final_rewards += reward
        actions.append(action.data)
        rollouts.insert(step, obs, torch.Tensor([reward]), torch.Tensor([0. if done else 1.]))
    with torch.no_grad():
        next_value = actor_critic(rollouts.states[-1].unsqueeze(0))[0]
    rollouts.compute_returns(next_value, gamma)
    values, action_log_probs, dist_entropy = actor_critic.evaluate_actions(
        rollouts.states[:-1], torch.cat(actions))
    advantages = rollouts.returns[:-1] - values
    value_loss = advantages.pow(2).mean()
    action_loss = -(advantages.detach() * action_log_probs).mean()
    optimizer.zero_grad()
    (value_loss * 0.5 + action_loss - dist_entropy * 0.01).backward()
    nn.utils.clip_grad_norm_(actor_critic.parameters(), 0.5)
    optimizer.step()
    rollouts.states[0].copy_(rollouts.states[-1])
    print("Updates {}, reward {:.3f}, entropy {:.4f}, value loss {:.4f}, policy loss {:.4f}".format(
        j, final_rewards, dist_entropy.item(), value_loss.item(), action_loss.item()))
