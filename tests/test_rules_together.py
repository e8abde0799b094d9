"""Rules that have to do with the same places: together they change each of them once, and lose none."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest
from casefiles import Case, all_cases

from torchfix_codemods.fix import FixRequest, fix

SCALARS = """
    import torch

    criterion = torch.nn.MSELoss()
    loss = criterion(torch.ones(3), torch.zeros(3))
    print("%.3f" % LOSS.cpu().numpy())
    print("%s" % LOSS.cpu().numpy())
    shape = LOSS.numpy().shape
    print(LOSS[0], LOSS.numpy()[0])
"""


def fixed(text: str, *codes: str, unsafe: bool = False) -> str:
    source = dedent(text).lstrip("\n")
    result = fix(source.encode(), "case.py", FixRequest(codes, unsafe_fixes=unsafe))
    assert not result.problems
    return source if result.after is None else result.after.decode()


def lines(text: str) -> list[str]:
    return text.splitlines()[4:]


def test_data_of_a_scalar_is_read_by_item_or_detached() -> None:
    after = fixed(SCALARS.replace("LOSS", "loss.data"), "TFC601", "TFC801", "TFC802")
    assert lines(after) == [
        'print("%.3f" % loss.item())',
        'print("%s" % loss.cpu().numpy())',
        "shape = loss.numpy().shape",
        "print(loss.item(), loss.item())",
    ]


def test_data_of_a_scalar_with_unsafe_fixes() -> None:
    after = fixed(SCALARS.replace("LOSS", "loss.data"), "TFC601", "TFC801", "TFC802", unsafe=True)
    assert lines(after)[1] == 'print("%s" % loss.item())'


@pytest.mark.parametrize("unsafe", [False, True])
def test_data_of_a_scalar_is_detached_where_only_that_is_asked_for(unsafe: bool) -> None:
    after = fixed(SCALARS.replace("LOSS", "loss.data"), "TFC601", unsafe=unsafe)
    assert lines(after)[:3] == [
        'print("%.3f" % loss.cpu().numpy())',
        'print("%s" % loss.cpu().numpy())',
        "shape = loss.numpy().shape",
    ]


def test_a_scalar_with_a_graph_is_read_by_item_at_once() -> None:
    text = """
        import torch

        net = torch.nn.Linear(2, 1)
        loss = torch.nn.functional.mse_loss(net(torch.ones(1, 2)), torch.ones(1, 1))
        print("%.3f" % loss.numpy(), loss.numpy()[0])
        print(str(loss.numpy()), net(torch.ones(1, 2)).data.numpy())
    """
    assert lines(fixed(text, "TFC304", "TFC601", "TFC801")) == [
        'print("%.3f" % loss.item(), loss.item())',
        "print(str(loss.detach().numpy()), net(torch.ones(1, 2)).detach().numpy())",
    ]
    assert lines(fixed(text, "TFC304"))[0] == ('print("%.3f" % loss.detach().numpy(), loss.detach().numpy()[0])')


def test_volatile_input_ends_as_a_plain_tensor_and_a_block() -> None:
    text = """
        import torch
        from torch.autograd import Variable

        def step(gen, disc, z: torch.Tensor):
            noise = Variable(z, volatile=True)
            fake = Variable(gen(noise).data)
            d_loss = disc(fake)
            d_loss.backward()
    """
    # The import of `Variable` goes with its last use.
    assert fixed(text, "TFC203", "TFC204", "TFC601", unsafe=True).splitlines() == [
        "import torch",
        "",
        "def step(gen, disc, z: torch.Tensor):",
        "    noise = z.detach()",
        "    with torch.no_grad():",
        "        fake = gen(noise).detach()",
        "    d_loss = disc(fake)",
        "    d_loss.backward()",
    ]


def test_volatile_stays_beside_other_fixes_where_it_is_not_asked_for() -> None:
    text = """
        import torch
        from torch.autograd import Variable

        def wrap(x: torch.Tensor, device):
            return Variable(x.cuda(), volatile=True)
    """
    assert lines(fixed(text, "TFC203", "TFC204", "TFC301")) == ["    return Variable(x.to(device), volatile=True)"]


UNSAFE = [case for case in all_cases() if case.file.name.startswith("unsafe_") and case.parses]


@pytest.mark.parametrize("case", UNSAFE, ids=str)
def test_unsafe_fixes_at_once_give_what_they_give_after_the_safe_ones(case: Case) -> None:
    request = case.request(all_rules=True)
    safe = replace(request, unsafe_fixes=False)
    unsafe = replace(request, unsafe_fixes=True)
    source = case.before.encode()
    middle = fix(source, case.path, safe).after or source
    at_once = fix(source, case.path, unsafe).after or source
    assert at_once == (fix(middle, case.path, unsafe).after or middle)


def test_a_graph_that_a_safe_fix_ends_is_not_detached_as_well() -> None:
    text = """
        import torch
        from torch import nn

        model = nn.Linear(3, 3)
        model.eval()
        outs = []
        for x in torch.ones(2, 3):
            outs.append(model(x).cpu())
        print(len(outs), torch.stack(outs).argmax(1).tolist())
    """
    after = fixed(text, "TFC101", "TFC702", unsafe=True)
    assert "with torch.no_grad():" in after
    assert "detach" not in after


def test_a_load_that_becomes_one_of_a_state_dict_needs_no_device() -> None:
    text = """
        import torch
        from torch import nn

        net = nn.Linear(4, 2)
        torch.save(net, "net.pt")
        again = torch.load("net.pt")
        print(again(torch.ones(1, 4)).sum().item())
    """
    assert lines(fixed(text, "TFC501", "TFC502", "TFC503", unsafe=True)) == [
        'torch.save(net.state_dict(), "net.pt")',
        "again = nn.Linear(4, 2)",
        'again.load_state_dict(torch.load("net.pt", map_location="cpu"))',
        "print(again(torch.ones(1, 4)).sum().item())",
    ]
