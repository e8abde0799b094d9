# flags: --unsafe-fixes
import torch

for net in (encoder, decoder):
    net.eval()
for x in loader:
    print(decoder(encoder(x)).argmax(1).tolist())
# output
import torch

for net in (encoder, decoder):
    net.eval()
with torch.no_grad():
    for x in loader:
        print(decoder(encoder(x)).argmax(1).tolist())
