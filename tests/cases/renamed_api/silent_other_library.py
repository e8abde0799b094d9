import tensorflow as tf
import torch

y = tf.nn.init.uniform(x)
