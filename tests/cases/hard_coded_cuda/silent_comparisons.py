import torch

x = torch.zeros(3)
if x.device.type == "cuda":
    print("cuda")
if x.device == torch.device("cuda"):
    print(str(x.device).startswith("cuda"))
assert x.device != torch.device("cuda:0")
