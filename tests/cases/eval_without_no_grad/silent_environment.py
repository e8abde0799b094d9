import torch

envs.eval()
for _ in range(10):
    obs, reward, done, info = envs.step(action)
    action = policy(obs).argmax(1)
