import torch

encoder.eval()
decoder.train()
for x in loader:
    code = encoder(x)
    error = (decoder(code) - x).pow(2).mean()
    opt.zero_grad()
    error.backward()
    opt.step()
    print(code.norm().item())
