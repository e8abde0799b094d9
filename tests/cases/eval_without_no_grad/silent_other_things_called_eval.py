import torch

n = eval(text)
d = editdistance.eval(a, b)
df.eval("a = b")
w = tf_var.value().eval()
envs.eval()
torch.set_num_threads(1)
