import torch
from models import Encoder

model = Encoder()
model.eval()
out = model(torch.ones(3))
print(out.logits.numpy())
