#!/usr/bin/env python
"""Train."""
from __future__ import print_function
import torch
seed = 0
net = torch.nn.Linear(2, 2).cuda()
# output
#!/usr/bin/env python
"""Train."""
from __future__ import print_function
import torch
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
seed = 0
net = torch.nn.Linear(2, 2).to(device)
