# flags: --unsafe-fixes
import torch

net.eval()
while True:
    text = input("> ")
    if text == "exit":
        break
    ids = encode(text)
    print(decode(net(ids).argmax(-1).tolist()))
# output
import torch

net.eval()
with torch.no_grad():
    while True:
        text = input("> ")
        if text == "exit":
            break
        ids = encode(text)
        print(decode(net(ids).argmax(-1).tolist()))
