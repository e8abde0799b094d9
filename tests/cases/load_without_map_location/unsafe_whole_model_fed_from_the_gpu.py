# flags: --unsafe-fixes
import sys

import torch

batch = torch.rand(2, 6)
model = torch.load(sys.argv[1])
model.eval()
scores = model(batch.cuda())
# output
import sys

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

batch = torch.rand(2, 6)
model = torch.load(sys.argv[1], map_location=device)
model.eval()
scores = model(batch.cuda())
# findings
6: TFC501 unsafe fixed `device` may be another device
