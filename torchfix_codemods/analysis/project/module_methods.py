"""The methods by which a module of the run is known, whatever variable it comes in."""

from __future__ import annotations

from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.tables import tensor_methods, torch_api
from torchfix_codemods.analysis.tables.torch_names import METHODS
from torchfix_codemods.analysis.tables.words import words

# Names of two words that other libraries' objects have, too.
_COMMON = words("""
    zero_grad add_param_group extra_repr training_step validation_step test_step train_step eval_step test_on_batch
    train_on_batch predict_on_batch predict_step fit_transform fit_predict fit_generator predict_proba predict_generator
    decision_function partial_fit get_params set_params get_weights set_weights load_weights save_weights save_model
    load_model save_pretrained push_to_hub get_config set_config to_json to_dict from_dict as_dict state_dict add_module
    action_space observation_space get_state set_state get_action choose_action select_action take_action
    backward_step forward_step clip_grad_norm is_available set_device get_device set_epoch get_value set_value
""")


class ModuleMethods:
    """Answers over the run."""

    def __init__(self, project: ProjectFacts) -> None:
        self.project = project
        self._known: dict[frozenset[str], frozenset[str]] = {}

    def of(self, path: str) -> frozenset[str]:
        """Methods, of names of their own, that modules of the files connected with this one have, and no other class.

        Empty where a class hands on whatever it is asked for.
        """
        group = self.project.group(path)
        if group not in self._known:
            self._known[group] = self._find(group)
        return self._known[group]

    def _find(self, group: frozenset[str]) -> frozenset[str]:
        theirs: set[str] = set()
        others: set[str] = set()
        for path in group:
            for kind in self.project.files[path].classes:
                if self.project.definitions.is_module(Place(path, kind.name)):
                    theirs.update(kind.methods)
                    continue
                others.update(kind.methods)
                others.update(name for name, _ in kind.attributes)
        if "__getattr__" in others or "__getattribute__" in others:
            return frozenset()
        return frozenset(name for name in theirs - others if _is_of_its_own(name))


def _is_of_its_own(name: str) -> bool:
    known = name in METHODS or name in _COMMON or name in torch_api.ONLY_TENSORS_CALL or name in torch_api.BUILDERS
    return "_" in name.strip("_") and not (known or name in torch_api.ONLY_MODULES_CALL or name in _OF_TENSORS)


_OF_TENSORS = frozenset(tensor_methods.MOST_ARGUMENTS) | tensor_methods.TAKE_SIZES | torch_api.MODULE_STATES
