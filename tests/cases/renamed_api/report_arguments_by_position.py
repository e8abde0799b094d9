import torch
from skimage.measure import compare_psnr
from torchvision import transforms

print(compare_psnr(torch.zeros(3).numpy(), torch.ones(3).numpy(), 255))
crop = transforms.RandomSizedCrop(224, 3)
# findings
2: TFC901 report left `skimage.measure.compare_psnr` does not exist since scikit-image 0.18: write `skimage.metrics.peak_signal_noise_ratio` | a call gives by position what is to be given by its name today
6: TFC901 report left `transforms.RandomSizedCrop` does not exist since torchvision 0.12: write `torchvision.transforms.RandomResizedCrop` | a call gives by position what is to be given by its name today
