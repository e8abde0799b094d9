import torch


class Explainer:
    def __init__(self, model, layer):
        self.model = model
        layer.register_forward_hook(self.keep)

    def keep(self, module, given, output):
        self.features = output

    def run(self, x):
        self.model.eval()
        return self.model(x).argmax(1).item()
