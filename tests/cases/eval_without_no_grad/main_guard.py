# flags: --unsafe-fixes
import torch

net = Net().eval()

if __name__ == "__main__":
    image = load(path)
    label = net(image).argmax(1).item()
    print(label)
# output
import torch

net = Net().eval()

if __name__ == "__main__":
    image = load(path)
    with torch.no_grad():
        label = net(image).argmax(1).item()
    print(label)
