"""Which device is named at a place, and what makes the name valid there."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest
from projects import facts_of

from torchfix_codemods.analysis.devices.device_flags import flag_in
from torchfix_codemods.analysis.devices.device_sites import own_cuda_classes
from torchfix_codemods.analysis.devices.devices import DeviceChoice, Devices
from torchfix_codemods.analysis.project.interface import EMPTY
from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.analysis.syntax.at import told
from torchfix_codemods.analysis.syntax.tree import Tree, parse
from torchfix_codemods.analysis.values.device_values import DeviceValues, Worth
from torchfix_codemods.codemod import FileView, RuleOptions
from torchfix_codemods.edits import AddImport, InsertAfterImports, InsertStatement
from torchfix_codemods.plan import read_interface

LINE = 'device = torch.device("cuda" if torch.cuda.is_available() else "cpu")'


def view(
    source: str, *, path: str = "case.py", options: RuleOptions | None = None, project: ProjectFacts = NO_PROJECT
) -> FileView:
    return FileView(path, parse(dedent(source)), options or RuleOptions(), project)


def named(source: str, nth: int = 0, **given: object) -> DeviceChoice:
    """The device for a call of `.cuda()` in the source, the first if no other is asked for."""
    file = view(source, **given)  # type: ignore[arg-type]
    return file.get(Devices).name(cuda_calls(file.tree)[nth])


def cuda_calls(tree: Tree) -> list[ast.Call]:
    return [c for c in tree.nodes(ast.Call) if isinstance(c.func, ast.Attribute) and c.func.attr == "cuda"]


def inserted(choice: DeviceChoice) -> InsertStatement:
    (edit,) = choice.edits
    assert isinstance(edit, InsertStatement)
    return edit


# ---- names that are there


@pytest.mark.parametrize(
    ("source", "expression", "words"),
    [
        ("import torch\ndevice = torch.device('cuda')\ntorch.zeros(1).cuda()\n", "device", ""),
        ("import torch\ndevice = torch.device('cpu')\ntorch.zeros(1).cuda()\n", "device", "is the CPU"),
        ("import torch\ndevice = 'cuda:2'\ntorch.zeros(1).cuda()\n", "device", "names one GPU"),
        ("import torch\ndevice = get_device()\ntorch.zeros(1).cuda()\n", "device", "cannot be seen"),
        ("import torch\nDEVICE = 'cuda'\ntorch.zeros(1).cuda()\n", "DEVICE", ""),
        ("import torch\ndef f(device):\n    torch.zeros(1).cuda()\n", "device", ""),
        ("import torch\ndef f(device='cpu'):\n    torch.zeros(1).cuda()\n", "device", "is the CPU"),
        ("import torch\ndef f(*, device='cuda'):\n    torch.zeros(1).cuda()\n", "device", ""),
        ("import torch\nwith open('f') as f:\n    device = 'cuda'\ntorch.zeros(1).cuda()\n", "device", ""),
        ("import torch\ndevice = input() or 'cuda'\ntorch.zeros(1).cuda()\n", "torch_device", ""),
    ],
)
def test_a_name_in_scope_is_used(source: str, expression: str, words: str) -> None:
    choice = named(source)
    assert choice.expression == expression
    assert words in choice.reason
    assert bool(choice.reason) is bool(words)


def test_a_name_that_is_bound_behind_the_use_is_taken() -> None:
    choice = named("import torch\nx = torch.zeros(1).cuda()\ndevice = 'cuda'\n")
    assert choice.expression == "torch_device"


def test_the_last_binding_decides() -> None:
    source = "import torch\ndevice = 'cuda'\nx = torch.zeros(1).cuda()\ndevice = 'cpu'\ny = torch.zeros(1).cuda()\n"
    assert named(source, 0).reason == ""
    assert "is the CPU" in named(source, 1).reason


def test_a_binding_further_down_reaches_the_next_turn_of_a_loop() -> None:
    source = """
        import torch
        device = 'cuda'
        for _ in range(3):
            x = torch.zeros(1).cuda()
            device = 5
        """
    assert named(source).expression == "torch_device"


def test_a_module_name_is_seen_from_a_function_above_it() -> None:
    source = "import torch\ndef f():\n    return torch.zeros(1).cuda()\ndevice = 'cuda'\nf()\n"
    assert named(source).expression == "device"


def test_a_module_name_is_not_seen_from_a_function_that_runs_first() -> None:
    source = "import torch\ndef f():\n    return torch.zeros(1).cuda()\nf()\ndevice = 'cuda'\n"
    assert inserted(named(source)).target.line == 3


def test_an_attribute_is_not_used_before_the_constructor_sets_it() -> None:
    source = """
        import torch
        class Agent:
            def __init__(self):
                self.build()
                self.device = "cuda"
            def build(self):
                self.x = torch.zeros(1).cuda()
        """
    assert named(source).expression == "device"


def test_a_property_is_not_used_while_the_constructor_runs() -> None:
    source = """
        import torch
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.build()
            def build(self):
                self.x = torch.zeros(1).cuda()
                self.where = torch.device("cuda")
            def forward(self):
                return torch.ones(1).cuda()
            @property
            def device(self):
                return self.where
        """
    assert named(source, 0).expression == "device"
    assert named(source, 1).expression == "self.device"


def test_the_reason_names_the_line() -> None:
    choice = named("import torch\n\ndevice = 'cpu'\ntorch.zeros(1).cuda()\n")
    assert choice.evidence is not None
    assert choice.evidence.line == 3
    assert "line 3" in told(choice.reason)


def test_classes_with_a_cuda_of_their_own_are_known_across_files() -> None:
    bundle = facts_of("import os\nclass Bundle:\n    def cuda(self):\n        return self\nclass Other:\n    pass\n")
    assert bundle.own_cuda == {"Bundle"}
    file = view("class Heir(Bundle):\n    pass\n", project=bundle)
    assert own_cuda_classes(file) == {"Bundle": 0, "Heir": 0}


# ---- lines of our own


def test_sites_of_one_function_share_one_line() -> None:
    source = "import torch\ndef f(n):\n    if n:\n        x = torch.zeros(1).cuda()\n    return torch.ones(n).cuda()\n"
    first, second = named(source, 0), named(source, 1)
    assert first.edits == second.edits
    assert inserted(first).target.line == 3
    assert inserted(first).code == LINE


def test_a_script_gets_its_line_after_the_imports() -> None:
    assert named("import torch\nx = torch.zeros(1).cuda()\n").edits == (InsertAfterImports(LINE),)


def test_a_file_that_others_import_gets_it_in_the_function() -> None:
    source = "import torch\ndef f():\n    return torch.zeros(1).cuda()\nif __name__ == '__main__':\n    f()\n"
    project = ProjectFacts({"pkg/case.py": EMPTY, "main.py": read_interface(b"import pkg.case")})
    assert named(source).edits == (InsertAfterImports(LINE),)
    assert inserted(named(source, path="pkg/case.py", project=project)).target.line == 3


def test_torch_is_imported_where_only_a_part_of_it_is() -> None:
    above, line = named("import os\nimport torch.nn as nn\nnet = nn.Linear(1, 1).cuda()\n").edits
    assert isinstance(above, InsertStatement)
    assert (above.target.line, above.code) == (2, "import torch")
    assert line == InsertAfterImports(LINE)


def test_torch_is_imported_where_none_of_it_is() -> None:
    project = facts_of(models="from torch import nn\nclass Net(nn.Module): pass\n")
    choice = named("from models import Net\nnet = Net()\nnet.cuda()\n", project=project)
    assert choice.edits == (AddImport("torch"), InsertAfterImports(LINE))


def test_nothing_is_named_where_torch_may_be_missing() -> None:
    source = "try:\n    import torch\nexcept ImportError:\n    torch = None\nx = torch.zeros(1).cuda()\n"
    choice = named(source)
    assert choice.expression == ""
    assert "torch" in choice.reason


def test_no_variable_is_added_to_a_function_that_lists_them() -> None:
    source = "import torch\ndef f():\n    x = torch.zeros(1).cuda()\n    return locals()\n"
    assert "no name" in named(source).reason


def test_a_device_is_named_for_any_expression() -> None:
    source = "import torch\ndef f(path):\n    return torch.load(path)\n"
    file = view(source)
    (load,) = file.tree.nodes(ast.Call)
    choice = file.get(Devices).name(load)
    assert choice.expression == "device"
    assert inserted(choice).target.line == 3


def test_another_expression_takes_the_line_of_the_sites_around_it() -> None:
    source = "import torch\ndef f(path):\n    x = torch.zeros(1).cuda()\n    return x, torch.load(path)\n"
    file = view(source)
    load = file.tree.nodes(ast.Call)[-1]
    assert file.get(Devices).name(load).edits == file.get(Devices).name(cuda_calls(file.tree)[0]).edits


def test_the_setting_is_written_with_the_files_name_of_torch() -> None:
    options = RuleOptions(device_expression="torch.accelerator.current_accelerator()")
    choice = named("import torch as th\nx = th.zeros(1).cuda()\n", options=options)
    assert choice.edits == (InsertAfterImports("device = th.accelerator.current_accelerator()"),)


def test_the_setting_is_known_again() -> None:
    options = RuleOptions(device_expression='pick("cuda")')
    source = "import torch\ndevice = pick('cuda')\nx = torch.zeros(1).cuda()\n"
    assert named(source, options=options) == named(source, options=options)
    assert named(source, options=options).reason == ""


# ---- values


@pytest.mark.parametrize(
    ("expression", "worth"),
    [
        ("'cuda'", Worth.CUDA),
        ("'cuda:0'", Worth.CUDA),
        ("'cuda:1'", Worth.INDEXED),
        ("'cpu'", Worth.CPU),
        ("'left'", Worth.OTHER),
        ("3", Worth.OTHER),
        ("None", Worth.NONE),
        ("torch.device('cuda', 0)", Worth.CUDA),
        ("torch.device('cuda', rank)", Worth.INDEXED),
        ("torch.device(type='cuda')", Worth.CUDA),
        ("torch.device(1)", Worth.INDEXED),
        ("torch.device(name)", Worth.UNSEEN),
        ("torch.device('cuda' if use else 'cpu')", Worth.CUDA),
        ("torch.device('cuda') if use else torch.device('cpu')", Worth.CUDA),
        ("f'cuda:{i}'", Worth.INDEXED),
        ("'cuda:%d' % i", Worth.INDEXED),
        ("'cuda:' + str(i)", Worth.INDEXED),
        ("'cuda:{}'.format(i)", Worth.INDEXED),
        ("torch.cuda.current_device()", Worth.CUDA),
        ("args.device", Worth.NAMED),
        ("x.device", Worth.UNSEEN),
        ("x.shape", Worth.OTHER),
        ("choose_device()", Worth.UNSEEN),
        ("len(x)", Worth.OTHER),
    ],
)
def test_what_a_value_is_worth_as_a_device(expression: str, worth: Worth) -> None:
    tree = parse(f"import torch\nvalue = {expression}\n")
    (assign,) = tree.nodes(ast.Assign)
    values = DeviceValues(tree, RuleOptions().device_expression)
    assert values.worth(assign.value) is worth


def test_numbers_matter_where_the_current_gpu_is_chosen() -> None:
    tree = parse("import torch\ntorch.cuda.set_device(1)\nvalue = 'cuda:0'\n")
    (assign,) = tree.nodes(ast.Assign)
    assert DeviceValues(tree, "").worth(assign.value) is Worth.INDEXED


# ---- flags


@pytest.mark.parametrize(
    ("test", "truth", "text"),
    [
        ("use_cuda", True, "use_cuda"),
        ("args.cuda", True, "args.cuda"),
        ("opt.gpu", True, "opt.gpu"),
        ("args.no_cuda", False, "not args.no_cuda"),
        ("args.cpu", False, "not args.cpu"),
        ("args.gpu >= 0", True, "args.gpu >= 0"),
        ("args.gpu is not None", True, "args.gpu is not None"),
        ("use_cuda", False, None),
        ("args.no_cuda", True, None),
        ("args.n_gpu", True, None),
        ("n_gpu > 1", True, None),
        ("args.gpu >= 0", False, None),
        ("x.is_cuda", True, None),
        ("torch.cuda.is_available()", True, None),
        ("args.train", True, None),
    ],
)
def test_which_tests_are_flags(test: str, truth: bool, text: str | None) -> None:
    flag = flag_in(ast.parse(test, mode="eval").body, truth)
    assert (None if flag is None else flag.text) == text


def test_the_line_waits_for_what_chooses_the_gpus_in_another_file() -> None:
    source = """
        import torch
        from options import parse

        opt = parse()
        net = torch.nn.Linear(2, 2).cuda()
        net.eval()
    """
    options = "import os\ndef parse():\n    os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"
    early = named(source)
    assert isinstance(early.edits[0], InsertAfterImports)
    late = inserted(named(source, project=facts_of(options)))
    assert late.target.line == 6
    own = source.replace("from options import parse", "def parse(): ...")
    assert isinstance(named(own, project=facts_of(options)).edits[0], InsertAfterImports)
