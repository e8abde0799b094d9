import torch


class Agent:
    def save(self, path):
        model = {}
        model["encoder"] = self.encoder.state_dict()
        model["options"] = self.options
        with open(path, "wb") as write:
            torch.save(model, write)
