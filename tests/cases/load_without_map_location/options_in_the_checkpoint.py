import torch

from models import build_model

checkpoint = torch.load("model.pt")
args = checkpoint["args"]
net = build_model(checkpoint["model_config"], checkpoint["vocab_size"], hidden=args.hidden)
net.load_state_dict(checkpoint["state_dict"])
net.load_state_dict(checkpoint.get("ema", checkpoint["state_dict"]))
# output
import torch

from models import build_model

checkpoint = torch.load("model.pt", map_location="cpu")
args = checkpoint["args"]
net = build_model(checkpoint["model_config"], checkpoint["vocab_size"], hidden=args.hidden)
net.load_state_dict(checkpoint["state_dict"])
net.load_state_dict(checkpoint.get("ema", checkpoint["state_dict"]))
