import torch


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)


net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Dropout(0.5))
net.load_state_dict(torch.load("net.pt"))
print(predict(net, torch.ones(1, 2)).argmax())
