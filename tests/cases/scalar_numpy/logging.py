import logging

import torch

logger = logging.getLogger(__name__)
loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
logger.info("step %d: %.4f", 3, loss.data.cpu().numpy())
logging.warning("%5.2f", loss.detach().numpy())
# output
import logging

import torch

logger = logging.getLogger(__name__)
loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
logger.info("step %d: %.4f", 3, loss.item())
logging.warning("%5.2f", loss.item())
