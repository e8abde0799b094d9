# flags: --unsafe-fixes
import torch

encoder.eval()
decoder.eval()
for x in loader:
    code = encoder(x)
    print((decoder(code) - x).abs().mean().item())
# output
import torch

encoder.eval()
decoder.eval()
with torch.no_grad():
    for x in loader:
        code = encoder(x)
        print((decoder(code) - x).abs().mean().item())
