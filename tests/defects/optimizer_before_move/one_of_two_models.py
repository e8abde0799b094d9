import torch
from torch import nn, optim

generator, discriminator = nn.Linear(2, 8), nn.Linear(8, 1)
generator.cuda()
discriminator.cuda()
optimizer_g = optim.Adam(generator.parameters(), lr=1e-4)
optimizer_d = optim.Adam(discriminator.parameters(), lr=1e-4)
# defect
import torch
from torch import nn, optim

generator, discriminator = nn.Linear(2, 8), nn.Linear(8, 1)
generator.cuda()
optimizer_g = optim.Adam(generator.parameters(), lr=1e-4)
optimizer_d = optim.Adam(discriminator.parameters(), lr=1e-4)
discriminator.cuda()
# findings
7: TFC307 report
