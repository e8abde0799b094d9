import torch

device = "cuda"
print("running on", device)
