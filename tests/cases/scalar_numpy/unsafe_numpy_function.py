import numpy as np
import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
perplexity = np.exp(loss.data.cpu().numpy())
mean = np.mean([loss.numpy(), loss.numpy()])
