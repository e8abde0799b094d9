# flags: --unsafe-fixes
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torch.load("model.pt")
model.eval()
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torch.load("model.pt", map_location=device)
model.eval()
