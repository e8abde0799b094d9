"""The tables about torch against torch itself, where it is installed."""

from __future__ import annotations

from typing import Any

import pytest

from torchfix_codemods.analysis.tables import tensor_methods, torch_api
from torchfix_codemods.analysis.tables.torch_names import METHODS

torch = pytest.importorskip("torch")
np = pytest.importorskip("numpy")

OTHERS = (np.ndarray, list, dict, str, bytes, memoryview, torch.optim.Optimizer)
# What old code may still call, and what is a function of torch only.
GONE = {"eig", "symeig", "lstsq", "solve"}
FUNCTIONS_ONLY = {"meshgrid", "std_mean", "var_mean", "broadcast_tensors"}
SQUARE = [[2.0, 1.0], [1.0, 3.0]]


def test_methods_of_tensors_exist() -> None:
    names = METHODS | torch_api.TENSOR_GIVES_OTHER | torch_api.TUPLES_OF_TENSORS
    gone = {name for name in names if not hasattr(torch.Tensor, name)}
    assert gone <= FUNCTIONS_ONLY | GONE


@pytest.mark.parametrize("name", sorted(torch_api.ONLY_TENSORS_CALL))
def test_a_use_that_proves_a_tensor_is_possible_on_nothing_else(name: str) -> None:
    assert hasattr(torch.Tensor, name)
    assert not [other for other in (*OTHERS, torch.nn.Module) if callable(getattr(other, name, None))]


def test_every_attribute_of_a_tensor_is_known() -> None:
    names = [name for name in dir(torch.ones(1)) if not name.startswith("_")]
    assert [name for name in names if not tensor_methods.is_tensor_attribute(name)] == []
    assert not tensor_methods.is_tensor_attribute("placements")


@pytest.mark.parametrize("name", sorted(tensor_methods.MOST_ARGUMENTS))
def test_no_tensor_method_takes_more_arguments_than_the_table_says(name: str) -> None:
    assert hasattr(torch.Tensor, name)
    for schema in torch._C._jit_get_schemas_for_operator(f"aten::{name}"):
        taken = [argument for argument in schema.arguments if not argument.kwarg_only]
        if taken and taken[0].name == "self":
            assert len(taken) - 1 <= tensor_methods.MOST_ARGUMENTS[name]


@pytest.mark.parametrize("name", sorted(torch_api.ONLY_TENSORS_AFTER_DATA))
def test_what_follows_data_is_possible_on_no_array_or_buffer(name: str) -> None:
    assert hasattr(torch.Tensor, name)
    allowed = (np.ndarray,) if name == "item" else ()  # the `data` of an array is a buffer
    assert not [o for o in OTHERS if callable(getattr(o, name, None)) and o not in allowed]


@pytest.mark.parametrize("name", sorted(torch_api.ONLY_MODULES_CALL))
def test_a_use_that_proves_a_module_is_possible_on_nothing_else(name: str) -> None:
    assert hasattr(torch.nn.Module, name)
    assert not [other for other in (*OTHERS, torch.Tensor) if hasattr(other, name)]


@pytest.mark.parametrize("name", sorted(torch_api.ONLY_TENSORS_ATTRIBUTE))
def test_attributes_that_prove_a_tensor(name: str) -> None:
    assert hasattr(torch.ones(1), name)
    assert not [other for other in (*OTHERS, torch.nn.Module) if hasattr(other, name)]


@pytest.mark.parametrize("name", sorted(torch_api.REDUCTIONS - {"dot", "dist", "trace"}))
def test_a_reduction_without_a_dimension_has_none(name: str) -> None:
    assert getattr(torch.tensor(SQUARE), name)().dim() == 0


@pytest.mark.parametrize("name", ["sum", "mean", "max", "any", "argmax", "std", "prod", "nansum"])
def test_a_reduction_over_a_dimension_keeps_the_others(name: str) -> None:
    result: Any = getattr(torch.tensor(SQUARE), name)(dim=1)
    assert (result if isinstance(result, torch.Tensor) else result[0]).dim() == 1


@pytest.mark.parametrize("name", sorted(torch_api.TAKE_TENSORS))
def test_functions_that_take_tensors_take_neither_arrays_nor_numbers(name: str) -> None:
    function = getattr(torch, name)
    for given in (2.0, np.ones(2)):
        for more in ((), (1,), (torch.ones(2),)):
            with pytest.raises((TypeError, AttributeError)):
                function(given, *more)


@pytest.mark.parametrize("name", ["detach", "long", "argmax", "gt", "isnan", "int", "bool", "new_zeros", "multinomial"])
def test_what_has_no_graph(name: str) -> None:
    assert name in torch_api.WITHOUT_GRAPH
    more = {"gt": (0,), "new_zeros": (2,), "multinomial": (1,)}.get(name, ())
    assert not getattr(torch.ones(2, requires_grad=True), name)(*more).requires_grad


@pytest.mark.parametrize("name", sorted(torch_api.FACTORIES))
def test_factories_exist(name: str) -> None:
    assert hasattr(torch, name) or name == "sparse_FloatTensor"


@pytest.mark.parametrize("name", sorted(torch_api.LOSSES))
def test_losses_give_one_number(name: str) -> None:
    assert name == "NLLLoss2d" or issubclass(getattr(torch.nn, name), torch.nn.Module)


@pytest.mark.parametrize("name", sorted(torch_api.FUNCTIONAL_LOSSES))
def test_functional_losses_exist(name: str) -> None:
    assert hasattr(torch.nn.functional, name)


def test_layers_are_modules_and_what_holds_parameters_is_not() -> None:
    for name in dir(torch.nn):
        if torch_api.is_layer(f"torch.nn.{name}"):
            kind = getattr(torch.nn, name)
            assert issubclass(kind, (torch.nn.Module, torch.Tensor)), name
    for name in torch_api.NO_MODULES:
        assert not torch_api.is_layer(f"torch.nn.{name}")


def test_a_bare_eval_and_a_state_dict_are_on_a_module_only() -> None:
    assert hasattr(torch.nn.Module, "eval")
    assert not [other for other in OTHERS if hasattr(other, "eval")]
    assert all(hasattr(torch.nn.Module, name) or name == "forward" for name in torch_api.MODULE_STATES)


def test_a_packed_sequence_has_a_tensor_as_its_data_and_no_detach() -> None:
    packed = torch.nn.utils.rnn.pack_sequence([torch.ones(2)])
    assert isinstance(packed.data, torch.Tensor)
    assert not hasattr(packed, "detach")


def test_sizes_of_arrays_are_no_functions() -> None:
    assert isinstance(np.ones(2).size, int)
    assert torch.ones(2).size() == (2,)
