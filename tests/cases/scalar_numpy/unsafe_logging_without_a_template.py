import logging

import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
logging.info(loss.data.cpu().numpy())
logging.info("loss %s", loss.detach().numpy())
