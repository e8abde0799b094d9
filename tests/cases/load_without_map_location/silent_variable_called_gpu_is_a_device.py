import torch

gpu = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2)
net.load_state_dict(torch.load("net.pt", map_location=gpu))
