import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(device)
x = torch.zeros(2).to(device, non_blocking=True)
