import torch

# net.cuda() was here
text = "call net.cuda() first"
