import torch

torch.save(net.state_dict(), "net.pt")
model = torch.load("net.pt")
model.eval()
model(x)
# findings
4: TFC503 report left line 3 saves a state_dict
