import tensorflow as tf
import torch
from lasagne import Variable

step = tf.Variable(0)
x = Variable(torch.ones(3))
