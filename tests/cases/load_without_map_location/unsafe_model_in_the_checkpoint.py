import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
checkpoint = torch.load("checkpoint.pt")
net = checkpoint["net"]
epoch = checkpoint["epoch"]
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
