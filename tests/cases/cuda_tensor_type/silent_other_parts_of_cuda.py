import torch

torch.cuda.manual_seed(0)
print(torch.cuda.device_count(), torch.cuda.FloatStorage, torch.cuda.sparse.FloatTensor)
stream = torch.cuda.Stream()
