# path: settings.py
# other: main.py
#| import torch
#| import settings
#| net = torch.nn.Linear(2, 1)
#| if torch.cuda.is_available():
#|     net.to(settings.device)
#| with torch.autocast(settings.device.type):
#|     print(net(torch.ones(2)).dtype)
import torch

device = torch.device("cuda")
