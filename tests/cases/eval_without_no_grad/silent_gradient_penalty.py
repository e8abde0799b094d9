import torch


def check(critic, real, fake):
    critic.eval()
    score = critic(real).mean().item()
    return score, gradient_penalty(critic, real, fake).item()
