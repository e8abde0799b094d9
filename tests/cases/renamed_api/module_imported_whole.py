import cPickle
import torch


def keep(x, file):
    cPickle.dump(x.numpy(), file)
# output
import pickle
import torch


def keep(x, file):
    pickle.dump(x.numpy(), file)
