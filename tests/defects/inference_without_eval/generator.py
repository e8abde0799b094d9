import torch

from dcgan import Generator

netG = Generator(100)
netG.load_state_dict(torch.load("netG_epoch_24.pth"))
netG.eval()
noise = torch.randn(64, 100, 1, 1)
with torch.no_grad():
    fake = netG(noise)
torch.save(fake, "fake.pt")
# defect
import torch

from dcgan import Generator

netG = Generator(100)
netG.load_state_dict(torch.load("netG_epoch_24.pth"))
noise = torch.randn(64, 100, 1, 1)
with torch.no_grad():
    fake = netG(noise)
torch.save(fake, "fake.pt")
# findings
9: TFC102 unsafe
