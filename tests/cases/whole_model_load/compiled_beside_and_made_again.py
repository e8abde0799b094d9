# flags: --unsafe-fixes
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(2, 1).to(device)
compiled = torch.compile(model)
torch.save(model.state_dict(), "weights.pth")
model = nn.Linear(2, 1).to(device)
model.load_state_dict(torch.load("weights.pth", weights_only=True))
model.eval()
torch.save(model, "model.pth")
model = torch.load("model.pth", weights_only=False)
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(2, 1).to(device)
compiled = torch.compile(model)
torch.save(model.state_dict(), "weights.pth")
model = nn.Linear(2, 1).to(device)
model.load_state_dict(torch.load("weights.pth", weights_only=True))
model.eval()
torch.save(model.state_dict(), "model.pth")
model.load_state_dict(torch.load("model.pth", weights_only=False, map_location="cpu"))
