import torch

for device in [torch.device("cpu"), torch.device("cuda")]:
    print(device)
names = {"gpu": torch.device("cuda")}
