import torchvision.utils as vutils

vutils.save_image(x, 'x.png', normalize=True, range=(-1, 1))
# output
import torchvision.utils as vutils

vutils.save_image(x, 'x.png', normalize=True, value_range=(-1, 1))
