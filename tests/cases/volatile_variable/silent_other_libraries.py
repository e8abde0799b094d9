import tensorflow as tf
import torch

step = tf.Variable(0, volatile=True)
x = mine.Variable(torch.ones(3), volatile=True)
