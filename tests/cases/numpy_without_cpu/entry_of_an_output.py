import torch
from models import Encoder

model = Encoder()
model.eval()
out = model(torch.ones(3))
print(out["scores"].numpy(), out[0].argmax(1).numpy())
# output
import torch
from models import Encoder

model = Encoder()
model.eval()
out = model(torch.ones(3))
print(out["scores"].detach().cpu().numpy(), out[0].argmax(1).cpu().numpy())
