"""Unpickles a checkpoint, makes a state_dict of each whole model in it, and checks that a new model gets every tensor.

This runs in a process that does nothing else: it imports torch and the user's code.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pickle
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

_SHOWN = 3  # keys in a message
_INNER = ("module", "_orig_mod")
_WRAPPERS = frozenset({"DataParallel", "DistributedDataParallel", "OptimizedModule"})


class _RefusedError(Exception):
    """One sentence for the user."""


def main(text: str) -> int:
    """Do what the request says, and write the answer to the file that it names."""
    request = json.loads(text)
    answer: dict[str, Any] = {"error": "", "lines": []}
    try:
        answer["lines"] = _convert(request)
    except _RefusedError as refusal:
        answer["error"] = str(refusal)
    Path(request["answer"]).write_text(json.dumps(answer), "utf-8")
    return 0


def _convert(request: Mapping[str, Any]) -> list[str]:
    try:
        import torch
    except ImportError:
        raise _RefusedError(f"torch is not installed for {sys.executable}, and it reads checkpoints") from None
    sys.path.insert(0, request["folder"])
    makers = {key: _factory(*names) for key, names in request["factories"].items()}
    loaded = _load(torch, request["old"], request["shown"])
    models = _models(torch, loaded, request["shown"])
    makers = _assigned(makers, models, request["shown"])
    states = {key: _inner(models[key]).state_dict() for key in makers}
    for key, state in states.items():
        _fill(torch, makers[key], state, _name(request, key))
    whole = "" in models
    content = states[""] if whole else {**loaded, **states}
    try:
        torch.save(content, request["new"])
    except (OSError, RuntimeError, pickle.PicklingError, TypeError, AttributeError) as error:
        raise _RefusedError(f"{request['name']} cannot be written: {_first_line(error)}") from None
    again, is_plain = _load_again(torch, request["new"])
    lines = []
    for key, state in states.items():
        place = _name(request, key, new=True)
        read = again if whole else again[key]
        _check_equal(torch, state, read, f"what was written to {place}")
        filled = _fill(torch, makers[key], read, place)
        _check_equal(torch, state, filled, f"the model that was filled from {place}")
        kind = type(_inner(models[key])).__name__
        lines.append(f"{place}: the state_dict of {kind} with {_count(torch, state)}, all equal in a new model")
    if not is_plain:
        lines.append(f"{request['name']} holds more than tensors and plain values: `weights_only=True` refuses it")
    return lines


def _name(request: Mapping[str, Any], key: str, *, new: bool = False) -> str:
    """The file, or an entry of it, for a message."""
    file = request["name" if new else "shown"]
    return f"{file}[{key!r}]" if key else str(file)


# ---- the factory


def _factory(module: str, name: str) -> Callable[[], Any]:
    shown = f"--model {module}:{name}"
    try:
        found: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = f"module {error.name!r}"
        raise _RefusedError(f"{shown}: there is no {missing} (looked for in {os.getcwd()} first)") from None  # noqa: PTH109
    except Exception as error:
        raise _RefusedError(f"{shown}: importing {module} fails: {_told(error)}") from None
    # A script that has saved its own class has pickled it as one of `__main__`.
    here = vars(sys.modules["__main__"])
    here.update({key: value for key, value in vars(found).items() if not key.startswith("__")})
    for part in name.split("."):
        if not hasattr(found, part):
            raise _RefusedError(f"{shown}: {module} has no {name}")
        found = getattr(found, part)
    if not callable(found):
        raise _RefusedError(f"{shown} is of type {type(found).__name__}, and no function or class that makes the model")

    def make() -> Any:
        try:
            return found()
        except Exception as error:
            advice = "it is called without arguments: name a function that needs none"
            raise _RefusedError(f"{shown} fails: {_told(error)}; {advice}") from None

    return make


def _assigned(makers: Mapping[str, Any], models: Mapping[str, Any], shown: str) -> dict[str, Any]:
    """Which factory makes which model: the only factory without a key the only model."""
    if set(makers) == {""} and len(models) == 1:
        return {next(iter(models)): makers[""]}
    if set(makers) == {""}:
        example = f"--model {next(iter(models))}=MODULE:FACTORY"
        raise _RefusedError(f"{shown} holds models under {_keys(models)}: say `{example}` for each of them")
    unknown = sorted(set(makers) - set(models))
    if unknown:
        where = f"holds models under {_keys(models)}" if "" not in models else "is one model"
        raise _RefusedError(f"--model names {_keys(unknown)}, and {shown} {where}")
    left = sorted(set(models) - set(makers))
    if left:
        raise _RefusedError(f"{shown} holds models under {_keys(left)} too: say --model {left[0]}=MODULE:FACTORY")
    return dict(makers)


# ---- the files


def _load(torch: Any, path: str, shown: str) -> Any:
    try:
        return _read(torch, path, weights_only=False)
    except (AttributeError, ModuleNotFoundError) as error:
        reason = f"{_told(error)}; it was pickled with its class under that name, which has to be importable"
        raise _RefusedError(f"{shown} does not load: {reason}") from None
    except (pickle.UnpicklingError, EOFError, ValueError, KeyError, UnicodeDecodeError) as error:
        raise _RefusedError(f"{shown} is no checkpoint that torch.load reads: {_told(error)}") from None
    except Exception as error:
        raise _RefusedError(f"{shown} does not load: {_told(error)}") from None


def _load_again(torch: Any, path: str) -> tuple[Any, bool]:
    """The content of the new file, and whether it is tensors and plain values only."""
    try:
        return _read(torch, path, weights_only=True), True
    except Exception:
        return _read(torch, path, weights_only=False), False


def _read(torch: Any, path: str, *, weights_only: bool) -> Any:
    known = "weights_only" in inspect.signature(torch.load).parameters  # since 1.13
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.load(path, map_location="cpu", **({"weights_only": weights_only} if known else {}))


# ---- the models


def _models(torch: Any, loaded: Any, shown: str) -> dict[str, Any]:
    """Key -> whole model; the empty key for one that is all of the content."""
    if isinstance(loaded, torch.jit.ScriptModule):
        raise _RefusedError(f"{shown} is a TorchScript program, which torch.jit.load reads: it is no pickled model")
    if isinstance(loaded, torch.nn.Module):
        return {"": loaded}
    if isinstance(loaded, dict):
        found = {str(key): value for key, value in loaded.items() if isinstance(value, torch.nn.Module)}
        if found:
            if not all(key in loaded for key in found):
                raise _RefusedError(f"{shown} holds models under keys that are no text, which --model cannot name")
            return found
        what = "a dictionary without a whole model" if loaded else "an empty dictionary"
        if loaded and all(isinstance(value, torch.Tensor) for value in loaded.values()):
            what = "a state_dict already"
    else:
        what = f"a value of type {type(loaded).__name__}"
    raise _RefusedError(f"{shown} holds {what}: there is nothing to convert")


def _inner(model: Any) -> Any:
    """The model in a DataParallel or a compiled wrapper, whose keys have no prefix."""
    while type(model).__name__ in _WRAPPERS:
        name = next((name for name in _INNER if hasattr(model, name)), None)
        if name is None:
            return model
        model = getattr(model, name)
    return model


def _fill(torch: Any, make: Callable[[], Any], state: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Fill a new model; its state_dict then."""
    model = _inner(make())
    if not isinstance(model, torch.nn.Module):
        raise _RefusedError(f"the factory gives a value of type {type(model).__name__}, and no model")
    own = model.state_dict()
    more, fewer = [key for key in state if key not in own], [key for key in own if key not in state]
    if more or fewer:
        parts = [f"{place} has {_keys(more)}, which the new model has not"] if more else []
        parts += [f"the new model has {_keys(fewer)}, which {place} has not"] if fewer else []
        raise _RefusedError(f"the keys differ: {'; '.join(parts)}")
    for key, value in state.items():
        other = own[key]
        if isinstance(value, torch.Tensor) and isinstance(other, torch.Tensor):
            for what in ("shape", "dtype"):
                mine, theirs = getattr(value, what), getattr(other, what)
                if mine != theirs and not hasattr(other, "materialize"):  # a lazy one has no shape yet
                    mine, theirs = (tuple(x) if what == "shape" else x for x in (mine, theirs))
                    raise _RefusedError(f"the {what} of {key!r} is {mine} in {place}, and {theirs} in the new model")
    try:
        model.load_state_dict(state)
    except Exception as error:
        raise _RefusedError(f"the new model does not take the state_dict of {place}: {_told(error)}") from None
    filled: dict[str, Any] = model.state_dict()
    return filled


def _check_equal(torch: Any, state: Mapping[str, Any], other: Mapping[str, Any], where: str) -> None:
    for key, value in state.items():
        if isinstance(value, torch.Tensor) and not _are_equal(torch, value, other[key]):
            raise _RefusedError(f"{key!r} is not equal in {where}")


def _are_equal(torch: Any, one: Any, other: Any) -> bool:
    """Every number, where nan is equal to nan."""
    if not isinstance(other, torch.Tensor) or one.dtype != other.dtype or one.shape != other.shape:
        return False
    if one.layout is not torch.strided or one.is_quantized:
        return bool(torch.equal(one.dequantize() if one.is_quantized else one.to_dense(), _dense(other)))
    one, other = one.detach().cpu(), other.detach().cpu()
    return bool(((one == other) | ((one != one) & (other != other))).all())


def _dense(tensor: Any) -> Any:
    return tensor.dequantize() if tensor.is_quantized else tensor.to_dense()


# ---- words


def _count(torch: Any, state: Mapping[str, Any]) -> str:
    number = sum(isinstance(value, torch.Tensor) for value in state.values())
    return "1 tensor" if number == 1 else f"{number} tensors"


def _keys(keys: Any) -> str:
    names = list(keys)
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(repr(name) for name in names[:_SHOWN]) + more


def _told(error: BaseException) -> str:
    text = _first_line(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:300] if lines else ""
