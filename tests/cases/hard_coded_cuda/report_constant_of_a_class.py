import torch


class Settings:
    device = "cuda"


x = torch.zeros(3).to(Settings.device)
