import torch
from skimage.measure import compare_psnr
from torchvision import transforms

print(compare_psnr(torch.zeros(3).numpy(), torch.ones(3).numpy(), 255))
crop = transforms.RandomSizedCrop(224, 3)
# findings
2: TFC901 report left a call gives by position what is to be given by its name today
6: TFC901 report left a call gives by position what is to be given by its name today
