"""Fast gradient sign attack on a small classifier. The model is in eval mode, and the gradient of the input is the point."""
from __future__ import print_function
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

epsilons = [0, .1, .3]
use_cuda = True
torch.manual_seed(42)


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 8, 3)
        self.conv2_drop = nn.Dropout2d(0.2)
        self.fc1 = nn.Linear(8 * 25, 24)
        self.fc2 = nn.Linear(24, 4)

    def forward(self, x):
        x = F.relu(F.max_pool2d(self.conv2_drop(self.conv1(x)), 2))
        x = x.view(x.size(0), -1)
        return F.log_softmax(self.fc2(F.relu(self.fc1(x))), dim=1)


def shapes(n):
    """Bars in four places."""
    target = torch.arange(n) % 4
    images = torch.rand(n, 1, 12, 12) * 0.5
    for i, t in enumerate(target.tolist()):
        images[i, 0, 3 * t:3 * t + 3, 2:10] += 0.5
    return images.clamp(0, 1), target


print("CUDA Available: ", torch.cuda.is_available())
device = torch.device("cuda" if (use_cuda and torch.cuda.is_available()) else "cpu")
model = Net().to(device)
train_x, train_y = shapes(128)
optimizer = optim.Adam(model.parameters(), lr=0.01)
model.train()
for epoch in range(3):
    for i in range(0, 128, 32):
        optimizer.zero_grad()
        loss = F.nll_loss(model(train_x[i:i + 32].to(device)), train_y[i:i + 32].to(device))
        loss.backward()
        optimizer.step()
    print('epoch %d loss %.6f' % (epoch, loss.data.item()))

# dropout has to be off
model.eval()


def fgsm_attack(image, epsilon, data_grad):
    """One step along the sign of the gradient."""
    sign_data_grad = data_grad.sign()
    perturbed_image = image + epsilon * sign_data_grad
    return torch.clamp(perturbed_image, 0, 1)


def test(model, device, test_loader, epsilon):
    correct = 0
    adv_examples = []
    for data, target in test_loader:
        data, target = data.to(device), target.to(device)
        data.requires_grad = True
        output = model(data)
        init_pred = output.max(1, keepdim=True)[1]
        if init_pred.item() != target.item():
            continue
        loss = F.nll_loss(output, target)
        model.zero_grad()
        loss.backward()
        data_grad = data.grad.data
        perturbed_data = fgsm_attack(data, epsilon, data_grad)
        output = model(perturbed_data)
        final_pred = output.max(1, keepdim=True)[1]
        if final_pred.item() == target.item():
            correct += 1
        elif len(adv_examples) < 3:
            adv_ex = perturbed_data.squeeze().detach().cpu().numpy()
            adv_examples.append((init_pred.item(), final_pred.item(), adv_ex))
    final_acc = correct / float(len(test_loader))
    print("epsilon: {}\ttest accuracy = {} / {} = {:.4f}".format(epsilon, correct, len(test_loader), final_acc))
    return final_acc, adv_examples


test_x, test_y = shapes(24)
test_loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(test_x, test_y), batch_size=1)
accuracies, examples = [], []
for eps in epsilons:
    acc, ex = test(model, device, test_loader, eps)
    accuracies.append(acc)
    examples.append(ex)
print(' '.join('%.4f' % a for a in accuracies))
for orig, adv, picture in examples[-1]:
    print('%d -> %d, brightness %.6f' % (orig, adv, picture.mean()))
