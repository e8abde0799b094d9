import torch

torch.backends.cudnn.benchmark = True
from models import Encoder

model = Encoder()
model.eval()
out = model(torch.ones(3))
print(out.logits.numpy())
