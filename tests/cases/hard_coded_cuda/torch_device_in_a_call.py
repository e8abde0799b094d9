import torch

net = torch.nn.Linear(2, 2).to(torch.device("cuda"))
state = torch.load("a.pt", map_location=torch.device("cuda"))
# output
import torch

net = torch.nn.Linear(2, 2).to(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
state = torch.load("a.pt", map_location=torch.device("cuda" if torch.cuda.is_available() else "cpu"))
