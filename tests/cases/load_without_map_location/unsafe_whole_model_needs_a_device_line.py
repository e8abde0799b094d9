# flags: --unsafe-fixes
import sys

import torch

model = torch.load(sys.argv[1])
model.eval()
if __name__ == "__main__":
    print(model(torch.ones(1, 2)).shape, torch.cuda.is_available())
# output
import sys

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

model = torch.load(sys.argv[1], map_location=device)
model.eval()
if __name__ == "__main__":
    print(model(torch.ones(1, 2)).shape, torch.cuda.is_available())
