import torch

from transformers import BertModel

net = BertModel.from_pretrained("bert")
net.load_state_dict(torch.load("net.pt"))
with torch.no_grad():
    print(net(torch.ones(1, 2)))
