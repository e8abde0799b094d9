import torch
from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter()
loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
writer.add_scalar("loss", loss.data.cpu().numpy(), 3)
# output
import torch
from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter()
loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
writer.add_scalar("loss", loss.item(), 3)
