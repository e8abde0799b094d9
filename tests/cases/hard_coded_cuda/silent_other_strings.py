import torch

print("cuda")
mode = "cuda"
names = ["cpu", "cuda"]
text = "cuda:{}".format(1)
table = {"device": "cuda"}
torch.set_default_device("cuda")
