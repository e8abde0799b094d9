import torch


class Statistics:
    def __init__(self, config):
        self.f0_stats = torch.load(config.f0_stats)

    def mean(self, speaker):
        return float(self.f0_stats[speaker])
# output
import torch


class Statistics:
    def __init__(self, config):
        self.f0_stats = torch.load(config.f0_stats, map_location="cpu")

    def mean(self, speaker):
        return float(self.f0_stats[speaker])
