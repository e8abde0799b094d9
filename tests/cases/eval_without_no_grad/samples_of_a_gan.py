# flags: --unsafe-fixes
import torch
from torchvision.utils import save_image

for epoch in range(10):
    for real in loader:
        optimizer.zero_grad()
        loss = critic(generator(noise())).mean()
        loss.backward()
        optimizer.step()
    generator.eval()
    fake = generator(fixed)
    save_image(fake, f"{epoch}.png")
    generator.train()
# output
import torch
from torchvision.utils import save_image

for epoch in range(10):
    for real in loader:
        optimizer.zero_grad()
        loss = critic(generator(noise())).mean()
        loss.backward()
        optimizer.step()
    generator.eval()
    with torch.no_grad():
        fake = generator(fixed)
        save_image(fake, f"{epoch}.png")
    generator.train()
