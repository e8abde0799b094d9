"""What a program looks at: statements about the value `$v` and the result `$r`.

Those above the line `---` are run before the rule's own part, those below it after it.
"""

from __future__ import annotations

from adversarial.texts import blocks

TENSORS = blocks("""
---
print($r)

---
print(type($r).__name__, $r.requires_grad, $r.is_leaf)

---
print($r.data_ptr() == $v.data_ptr(), $r is $v)

---
$r.add_(1)
print($v)

---
$v.detach().mul_(3)
print($r, $v)

kept = ($v * $v).sum()
---
kept.backward()
print($v.grad)

kept = ($v * $v).sum()
---
$r.mul_(2)
kept.backward()
print($v.grad)

kept = torch.exp($v)
---
$r.zero_()
kept.sum().backward()
print($v.grad)

---
($v * $v).sum().backward()
print($v.grad)

---
($v * $r).sum().backward()
print($v.grad)

---
($v * $r).sum().backward()
$r.mul_(2)
print($v.grad, $r.grad)

---
loss = ($v * $r).sum()
$r.mul_(2)
loss.backward()
print($v.grad)

---
loss = ($v * $r).sum()
$v.detach().mul_(2)
loss.backward()
print($v.grad)

---
try:
    $r.sum().backward()
except RuntimeError as error:
    print(error)
print($v.grad)

---
$r.requires_grad_()
($r * 3).sum().backward()
print($r.grad, $v.grad)

---
result = copy.deepcopy($r)
print(result, result.requires_grad)

---
print($r.grad_fn is None, $r.shape, $r.dtype, $r.device.type)

---
print(isinstance($r, nn.Parameter), isinstance($r, torch.Tensor))

---
$r.unsqueeze_(0)
print($r.shape, $v.shape)

---
print($r.numpy().sum())

---
print(torch.equal($r, $v), str($r))

---
opt = torch.optim.SGD([$v], lr=0.1)
($v * 2).sum().backward()
opt.step()
print($r, $v)

---
with torch.no_grad():
    $v.add_(1)
print($r)

---
state = {'r': $r}
torch.save(state, 'kept.pt')
print(torch.load('kept.pt')['r'].requires_grad)
""")
# Of a model that is changed: its weights, gradients, names and mode.
MODELS = blocks("""
---
for name, p in sorted($r.state_dict().items()):
    print(name, p)

---
$r(torch.ones(2, 2)).sum().backward()
print([p.grad for p in $r.parameters()])

kept = $v(torch.ones(2, 2)).pow(2).sum()
---
kept.backward()
print([p.grad for p in $v.parameters()])

---
print($r.training, type($r).__name__, $r is $v)

---
print([p.requires_grad for p in $r.parameters()], [p.device.type for p in $r.parameters()])

weight = $v.inner.weight
---
print(weight is $r.inner.weight, weight, weight.data_ptr() == $r.inner.weight.data_ptr())

opt = torch.optim.SGD($v.parameters(), lr=0.1)
---
$v(torch.ones(2, 2)).sum().backward()
opt.step()
print(list($r.parameters()))

---
opt = torch.optim.Adam($r.parameters(), lr=0.1)
$r(torch.ones(2, 2)).sum().backward()
opt.step()
print($r.inner.bias)

---
out = $r(torch.ones(2, 2))
print(out.requires_grad, out)

---
$r.inner.register_forward_hook(lambda m, i, o: print(o.requires_grad))
$r(torch.ones(2, 2))
""")
# Of a plain result: a number, an array, a list, a text.
VALUES = blocks("""
---
print($r)

---
print(repr($r), type($r).__name__)

---
print('%s' % ($r,), f'{$r}')

---
result = [$r, $r]
print(result)

---
try:
    print(float($r) + 1)
except (TypeError, ValueError, RuntimeError) as error:
    print(type(error).__name__)

---
print(json.dumps({'r': $r}, default=lambda x: type(x).__name__))

---
print(isinstance($r, torch.Tensor), isinstance($r, float), isinstance($r, np.ndarray))

---
$r += 1
print($r, $v)

---
$v.detach().mul_(3)
print($r)

---
try:
    $r.backward()
    print($v)
except (AttributeError, RuntimeError) as error:
    print(type(error).__name__)

---
print(getattr($r, 'shape', None), getattr($r, 'dtype', None))

---
print(np.mean($r), np.shape($r))
""")
ARRAYS = (
    *VALUES[:4],
    *blocks("""
---
$r += 1
print($r, $v)

---
$r[...] = 0
print($v)

---
$v.detach().mul_(3)
print($r)

---
with torch.no_grad():
    $v.add_(1)
print($r.sum())

kept = ($v * $v).sum()
---
$r[...] = 2
kept.backward()
print($v.grad)

---
print($r.shape, $r.dtype, $r.flags.writeable)

---
result = torch.from_numpy($r)
result.zero_()
print($v)

---
opt = torch.optim.SGD([$v], lr=0.1)
($v * 2).sum().backward()
opt.step()
print($r, $v)
"""),
)
