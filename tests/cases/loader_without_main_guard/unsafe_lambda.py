from torch.utils.data import DataLoader
from torchvision import datasets, transforms

data = datasets.MNIST("data", transform=transforms.Lambda(lambda x: x))
for x, y in DataLoader(data, num_workers=3):
    print(y)
# findings
5: TFC401 unsafe left holds a lambda
