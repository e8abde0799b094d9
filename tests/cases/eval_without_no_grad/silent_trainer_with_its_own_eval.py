import torch


class Trainer:
    def eval(self):
        return self.model(x).argmax(1).item()

    def __call__(self, x):
        return self.model(x)


trainer = Trainer()
trainer.eval()
print(trainer(x).item())
