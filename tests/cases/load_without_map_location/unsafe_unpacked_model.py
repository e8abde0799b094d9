import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model, epoch = torch.load("model.pt")
model.eval()
