"""Clusters, and how long they take."""
import time
import numpy as np
import torch


def pairwise_distance(data1, data2):
    A = data1.unsqueeze(dim=1)
    B = data2.unsqueeze(dim=0)
    return ((A - B) ** 2.0).sum(dim=-1)


def lloyd(X, n_clusters, tol=1e-4):
    X = torch.from_numpy(X).float().cuda(0)
    indices = np.random.choice(X.size(0), n_clusters, replace=False)
    initial_state = X[torch.LongTensor(indices).cuda(0)]
    while True:
        dis = pairwise_distance(X, initial_state)
        choice_cluster = torch.max(-dis, dim=1)[1]
        initial_state_pre = initial_state.clone()
        for index in range(n_clusters):
            selected = torch.nonzero(choice_cluster == index).squeeze(1)
            selected = torch.index_select(X, 0, selected)
            initial_state[index] = selected.mean(dim=0)
        center_shift = torch.sum(torch.sqrt(torch.sum((initial_state - initial_state_pre) ** 2, dim=1)))
        if center_shift ** 2 < tol:
            break
    return choice_cluster.cpu().numpy(), initial_state.cpu().numpy()


np.random.seed(13)
torch.cuda.set_device(0)
points = np.concatenate([np.random.randn(10, 2) * 0.2 + c for c in ([0, 0], [3, 3], [0, 4])]).astype(np.float)
start = time.clock()
clusters, centers = lloyd(points, 3)
torch.cuda.synchronize()
took = time.clock() - start
assert took >= 0
counts = np.bincount(clusters.astype(np.int), minlength=3)
print(sorted(counts.tolist()))
for center in sorted(centers.tolist()):
    print('%.4f %.4f' % tuple(center))
