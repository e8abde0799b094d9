# flags: --target-torch 2.4
import torch

state = torch.load("pretrained.pt")
# findings
3: TFC504 report left what the file holds cannot be seen
