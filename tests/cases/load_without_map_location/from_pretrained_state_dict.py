import torch
from transformers import BertModel

state = torch.load("pytorch_model.bin")
net = BertModel.from_pretrained("bert-base", state_dict=state)
# output
import torch
from transformers import BertModel

state = torch.load("pytorch_model.bin", map_location="cpu")
net = BertModel.from_pretrained("bert-base", state_dict=state)
