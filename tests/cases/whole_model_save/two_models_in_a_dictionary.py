# flags: --unsafe-fixes
import torch
from torch import nn

encoder, decoder = nn.Linear(2, 1), nn.Linear(1, 2)
first = nn.Linear(2, 1)
second = nn.Linear(1, 2)
torch.save({"first": first, "second": second}, "both.pt")
both = torch.load("both.pt")
first = both["first"]
second = both.get("second")
# output
import torch
from torch import nn

encoder, decoder = nn.Linear(2, 1), nn.Linear(1, 2)
first = nn.Linear(2, 1)
second = nn.Linear(1, 2)
torch.save({"first": first.state_dict(), "second": second.state_dict()}, "both.pt")
both = torch.load("both.pt")
first.load_state_dict(both["first"])
second.load_state_dict(both.get("second"))
