import torch
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, data):
        self.loader = DataLoader(data, batch_size=4, num_workers=2)

    def run(self):
        for batch in self.loader:
            print(batch.sum())


if __name__ == "__main__":
    trainer = Trainer(torch.arange(8))
    trainer.run()
# defect
import torch
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, data):
        self.loader = DataLoader(data, batch_size=4, num_workers=2)

    def run(self):
        for batch in self.loader:
            print(batch.sum())


trainer = Trainer(torch.arange(8))
trainer.run()
# findings
7: TFC401 unsafe
