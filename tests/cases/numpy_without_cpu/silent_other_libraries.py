import tensorflow as tf
import torch

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
out = model(tf.ones((1, 4))).numpy()
table = tf.constant([1]).numpy()
