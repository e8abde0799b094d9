import tensorflow as tf
import torch

loss = tf.reduce_mean(tf.square(tf.ones(3)))
print("loss %.3f" % loss.numpy())
print("loss %.3f" % float(loss.numpy()))
