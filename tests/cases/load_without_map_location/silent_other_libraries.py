import json
import pickle

import numpy as np
import torch
import yaml
from joblib import load


class Reader:
    def load(self, path):
        return path

    def read(self, path, file):
        net = torch.jit.load(path)
        hub = torch.hub.load("pytorch/vision", "resnet18")
        return self.load(path), np.load(path), yaml.load(file), pickle.load(file), json.load(file), load(path), net, hub
