import torch


def train(closure):
    closure.backward(retain_variables=True)
