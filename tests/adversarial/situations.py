"""Bodies of functions that make a value, and those that do to a value `$v` what a rule looks for."""

from __future__ import annotations

from adversarial.texts import blocks

LEAVES = blocks("""
return nn.Linear(2, 2).weight

return Net().inner.weight

return nn.Parameter(torch.ones(2, 2))

return torch.ones(2, 2, requires_grad=True)

return next(Net().parameters())

return list(Net().parameters())[0]

return nn.Embedding(2, 2).weight
""")
RESULTS = blocks("""
return torch.ones(2, 2, requires_grad=True) * 2

return Net()(torch.ones(2, 2))

return F.mse_loss(Net()(torch.ones(2, 2)), torch.ones(2, 2))

net = Net()
return net.inner(torch.ones(2, 2)).sigmoid()
""")
PLAIN = blocks("""
return torch.ones(2, 2)

return torch.from_numpy(np.ones((2, 2)))

return Net().state_dict()['inner.weight']

return torch.randn(4, 2)[::2]

return next(iter(DataLoader(torch.ones(4, 2), batch_size=2)))
""")
STRANGE = blocks("""
return nn.utils.rnn.pack_padded_sequence(torch.ones(2, 2, 1), [2, 2])

return Bag(torch.ones(2, 2, requires_grad=True))
""")
READS = blocks("""
return $v.data

return $v.data.clone()

return $v.data * 2

return $v.data.mean()

return $v.data.sum(0)

return $v.data[0]

return $v.data.view(-1)

return $v.data.t()

return $v.data.max(1)[1]

return $v.data.new(2).zero_()

return $v.data.new($v.size()).fill_(1)

return torch.zeros_like($v.data)

return copy.deepcopy($v.data)

return torch.cat([$v.data, $v.data])

return $v.data.cpu()

return nn.Parameter($v.data)

result = $v.data
result.mul_(2)
return result

result = $v.data
return result[0]
""")
READ_VALUES = blocks("""
return $v.data.size()

return $v.data.tolist()

return $v.data.std().item()

return type($v.data).__name__

return $v.data.type()

return $v.data.requires_grad

return f'{$v.data}'

return float($v.data.sum())

return len($v.data)
""")
EDITS = blocks("""
$v.data.mul_(2)
return $v

$v.data += 1
return $v

$v.data[0] = 5
return $v

$v.data.fill_(0)
return $v

nn.init.normal_($v.data)
return $v

nn.init.constant_($v.data, 1.0)
return $v

$v.data.copy_(torch.zeros(2, 2))
return $v

$v.data.uniform_(0, 1)
return $v

$v.data.clamp_(-0.1, 0.1)
return $v

$v.data = $v.data * 2
return $v

$v.data[:] = 0
return $v.data
""")
MODEL_EDITS = blocks("""
for p in $v.parameters():
    p.data.clamp_(-0.1, 0.1)
return $v

for p in $v.parameters():
    p.data.add_(torch.ones_like(p.data))
return $v

for p in $v.parameters():
    if p.grad is not None:
        p.grad.data.zero_()
return $v

$v(torch.ones(2, 2)).sum().backward()
for p in $v.parameters():
    p.data.sub_(p.grad.data * 0.1)
return $v

$v(torch.ones(2, 2)).sum().backward()
for p in $v.parameters():
    p.data -= 0.1 * p.grad.data
return $v

for a, b in zip($v.parameters(), Net().parameters()):
    a.data.copy_(a.data * 0.9 + b.data * 0.1)
return $v

$v.inner.weight.data.normal_(0, 0.02)
$v.inner.bias.data.fill_(0)
return $v

for m in $v.modules():
    if isinstance(m, nn.Linear):
        m.weight.data.fill_(1)
return $v

$v.inner.weight.data = torch.ones(2, 2)
return $v

other = Net()
other.inner.weight.data.copy_($v.inner.weight.data)
return other
""")
WRAPPERS = blocks("""
return Variable($v)

return Variable($v, requires_grad=True)

return Variable($v, requires_grad=False)

return Variable($v.data)

return Variable($v, volatile=True)

return Variable($v).detach()

return Variable(torch.zeros(2, 2)) + $v

return Variable($v) * 2

return Variable($v.data, requires_grad=True)

result = Variable($v)
result += 1
return result

$v = Variable($v)
return $v

return Variable($v) if isinstance($v, torch.Tensor) else $v

return torch.autograd.Variable($v)
""")
MOVES = blocks("""
return $v.cuda()

if torch.cuda.is_available():
    $v = $v.cuda()
return $v

return $v.cuda() if torch.cuda.is_available() else $v

return $v.to('cuda')

device = torch.device('cuda')
return $v.to(device)

device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
return $v.to(device)

return $v.cuda(0)

return $v.cuda().cpu()

if USE_CUDA:
    return $v.cuda()
return $v

use_cuda = torch.cuda.is_available()
if use_cuda:
    $v = $v.cuda()
return $v
""")
TENSOR_MOVES = blocks("""
return $v + torch.ones(2, 2, device='cuda').cpu()

return $v.cuda() + torch.ones(2, 2, device='cuda')

return torch.ones(2, 2).cuda() * $v.cuda()

return torch.zeros(2, 2, device='cuda' if USE_CUDA else 'cpu') + ($v.cuda() if USE_CUDA else $v)
""")
LOADS = blocks("""
torch.save($v.state_dict(), 'w.pt')
other = Net()
other.load_state_dict(torch.load('w.pt'))
return other

torch.save($v.state_dict(), 'w.pt')
state = torch.load('w.pt')
$v.load_state_dict(state)
return $v

torch.save({'net': $v.state_dict(), 'epoch': 3}, 'w.pt')
saved = torch.load('w.pt')
$v.load_state_dict(saved['net'])
print(saved['epoch'])
return $v

torch.save($v.cuda().state_dict(), 'w.pt')
$v.load_state_dict(torch.load('w.pt'))
return $v

if USE_CUDA:
    $v.cuda()
torch.save($v.state_dict(), 'w.pt')
other = Net()
other.load_state_dict(torch.load('w.pt'))
return other

buffer = io.BytesIO()
torch.save($v.state_dict(), buffer)
buffer.seek(0)
$v.load_state_dict(torch.load(buffer))
return $v

torch.save($v, 'w.pt')
return torch.load('w.pt', weights_only=False)

torch.save($v.state_dict(), 'w.pt')
state = torch.load('w.pt')
print(sorted({p.device.type for p in state.values()}))
$v.load_state_dict(state)
return $v

opt = torch.optim.SGD($v.parameters(), lr=0.1)
torch.save({'net': $v.state_dict(), 'opt': opt.state_dict()}, 'w.pt')
saved = torch.load('w.pt')
$v.load_state_dict(saved['net'])
opt.load_state_dict(saved['opt'])
return $v
""")
INFERENCES = blocks("""
$v.eval()
return $v(torch.ones(2, 2)).argmax(1).tolist()

$v.eval()
return $v(torch.ones(2, 2)).sum().item()

$v.eval()
total = 0
for x in torch.ones(3, 2, 2):
    total += $v(x).sum().item()
return total

$v.eval()
total = 0
for x in DataLoader(torch.ones(4, 2), batch_size=2):
    out = $v(x)
    total += F.mse_loss(out, x).item()
$v.train()
return total / 2

$v.eval()
out = $v(torch.ones(2, 2))
loss = F.mse_loss(out, torch.ones(2, 2))
print(loss.item())
return out.max().item()

$v.eval()
outs = []
for x in torch.ones(3, 2, 2):
    outs.append($v(x).detach().numpy())
return np.concatenate(outs).sum()

$v.train(False)
out = $v(torch.ones(2, 2))
return out.detach().numpy().tolist()

$v.eval()
out = $v(torch.ones(2, 2))
_, best = torch.max(out.data, 1)
return (best == 0).sum().item()

$v.eval()
out = $v(torch.ones(2, 2))
return {'value': out.sum().item(), 'all': [p.requires_grad for p in $v.parameters()]}
""")
SCALARS = blocks("""
return $v.detach().numpy()

return float($v.detach().numpy())

return float($v.data.cpu().numpy())

return $v.data.cpu().numpy()

return '%.4f' % $v.detach().numpy()

return round(float($v.detach().cpu().numpy()), 4)

try:
    return $v.data[0]
except IndexError:
    return $v.item()

total = 0.0
total += $v.detach().numpy()
return total

return $v.detach().cpu().numpy() + 1

return $v.detach().numpy().item()

return int($v.detach().numpy() > 0)

return f'{$v.data.numpy():.3f}'
""")
TO_NUMPY = blocks("""
return $v.detach().numpy()

return $v.data.numpy()

return $v.data.cpu().numpy()

return np.array($v.detach())

return $v.detach().cpu().numpy().copy()

try:
    return $v.numpy()
except (RuntimeError, TypeError):
    return $v.detach().cpu().numpy()

$v = $v.cuda().cpu()
return $v.detach().numpy()

return ($v.cuda() if USE_CUDA else $v).detach().cpu().numpy()

return $v.numpy()
""")
SUMS = blocks("""
total = 0
for x in torch.ones(3, 2, 2):
    loss = $v(x).sum()
    loss.backward()
    total += loss
return $END

total = 0.0
for x in torch.ones(3, 2, 2):
    loss = $v(x).sum()
    loss.backward()
    total = total + loss
return $END

logs = {'total': 0}
for x in torch.ones(3, 2, 2):
    loss = $v(x).sum()
    loss.backward()
    logs['total'] += loss
total = logs['total']
return $END

total = torch.tensor(0.)
for x in torch.ones(3, 2, 2):
    loss = $v(x).sum()
    loss.backward()
    total += loss
return $END

total = 0
opt = torch.optim.SGD($v.parameters(), lr=0.1)
for x in torch.ones(3, 2, 2):
    opt.zero_grad()
    loss = $v(x).sum()
    total += loss
    loss.backward()
    opt.step()
return $END
""")
ENDS = blocks("""
total / 3

total.item()

float(total)

total

f'{total / 3:.3f}'

(total / 3).item()
""")
CACHES = blocks("""
torch.cuda.empty_cache()
gc.collect()
return $v

del $v
torch.cuda.empty_cache()
gc.collect()
return 1

torch.cuda.empty_cache()
print(gc.collect() >= 0)
return $v
""")
OFF = blocks("""
with torch.no_grad():
    return $v(torch.ones(2, 2)).sum()

with torch.set_grad_enabled(False):
    return $v(torch.ones(2, 2)).sum()

@torch.no_grad
def run(x):
    return $v(x)
return run(torch.ones(2, 2)).sum()

@torch.no_grad()
async def run(x):
    return $v(x)
return asyncio.run(run(torch.ones(2, 2))).sum()

@torch.no_grad()
def run(x):
    yield $v(x)
return next(run(torch.ones(2, 2))).sum()
""")
