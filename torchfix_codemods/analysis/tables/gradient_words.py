"""Names that say what a function does with gradients, where its body cannot be seen."""

from __future__ import annotations

import re
from functools import lru_cache

from torchfix_codemods.analysis.tables.words import words

_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


# A function with one of these words in its name computes gradients of the input, or of the parameters.
_NEED_GRADIENTS = words("""
    attack attacks attacker atk adv adversary adversarial fgsm ifgsm mifgsm pgd cw bim deepfool perturb perturbation
    perturbations saliency cam attribution attributions attribute explain explainer explanation penalty jacobian hessian
    fisher influence inversion dream deepdream stylize backprop backpropagate backward minimize minimise optimize
    optimise adaptation langevin sgld hmc mcmc guidance lrp craft maml adapt ntk hvp vjp jvp force forces
""")
_BEGIN = (
    "gradcam", "gradient", "smoothgrad", "guidedback", "integratedgrad", "saliency", "backprop", "deeplift", "deepfool",
    "deepdream", "carlini",
)  # fmt: skip
_TRAIN = words("train trains training fit finetune learn pretrain retrain")
# ... but these only say for what the result is.
_ABOUT_DATA = words("""
    loader loaders dataloader dataloaders data dataset datasets set sets iter iterator transform transforms split splits
    path paths dir file files batch batches mode images labels size len index indices is args options
""")
_UPDATED = words("weight weights params parameters model network networks policy actor critic generator discriminator")
_INSIDE = words(
    "maml meta reptile forces force potential energy ebm hamiltonian lagrangian pinn attacker attack cam gradcam"
)
# What is called so gives a value that is to be minimised.
_LOSS = words("loss losses criterion perceptual style content penalty objective energy lpips distill distillation")

# Functions with such a word in their name get a model and ask it for no gradients.
_TAKE_MODELS = words("""
    decode decoder decoding search beam generate generation sample sampling predict predictor prediction infer inference
    eval evaluate evaluator evaluation test tester validate validation valid score scores accuracy metric metrics print
    log save summary count parallel copy deepcopy size device unwrap visualize visualise show plot draw rank flops macs
    profile detect detector recognize translate translator encode embed extract extractor segment classify load restore
    checkpoint isinstance len type id hasattr getattr next module benchmark measure render interpolate synthesize
    synthesis parameters params state
""")

# Calls that run a backward pass, train, or make something to be trained.
NEED_GRADIENTS = frozenset({
    "backward", "manual_backward", "zero_grad", "requires_grad_", "retain_grad", "jacobian", "hessian", "vjp", "jvp",
    "hvp", "jacrev", "jacfwd", "value_and_grad", "clip_grad_norm_", "clip_grad_norm", "clip_grad_value_",
})  # fmt: skip
# Functions of torch that take gradients, by the beginnings of their full names.
TAKE_GRADIENTS = ("torch.autograd.grad", "torch.autograd.functional.", "torch.func.grad", "torch.func.vjp")
# Calls and attributes whose outcome depends on the grad mode.
TELL_OF_GRADIENTS = frozenset({
    "is_grad_enabled", "enable_grad", "set_grad_enabled", "_set_grad_enabled", "register_hook", "checkpoint",
    "checkpoint_sequential",
})  # fmt: skip
TELLING_ATTRIBUTES = frozenset({"grad_fn", "requires_grad", "needs_input_grad"})
# Packages that take gradients through a model in calls that look like any other.
GRADIENT_PACKAGES = words("""
    captum foolbox torchattacks advertorch cleverhans art pytorch_grad_cam torchcam autoattack robustness eagerpy higher
    learn2learn lucent zennit deeprobust secml backpack laplace botorch gpytorch functorch torchopt torchani schnetpack
    nequip mace
""")


def words_of(name: str) -> list[str]:
    """`GradCAM_plus` is grad, cam, plus."""
    return [part.lower() for part in _PARTS.findall(name)]


@lru_cache(maxsize=4096)
def says_gradients(name: str) -> bool:
    """Does a function of this name compute gradients, or train?"""
    words = words_of(name)
    if not words:
        return False
    if any(word in _NEED_GRADIENTS for word in words) or "".join(words).startswith(_BEGIN):
        return True
    if any(word in _TRAIN for word in words):
        return not any(word in _ABOUT_DATA for word in words)
    if words[0] == "grad":
        return True
    return words[0] == "update" and any(word in _UPDATED for word in words)


def says_gradients_inside(name: str) -> bool:
    """Does a model of this name, or of a class of this name, take gradients in its forward pass?"""
    return not _INSIDE.isdisjoint(words_of(name))


def takes_models(name: str) -> bool:
    """Is a function of this name known to run models, look at them, or put them away?"""
    return not _TAKE_MODELS.isdisjoint(words_of(name))


def says_loss(name: str) -> bool:
    """Does a function or class of this name give something to be minimised?"""
    return any(word in _LOSS for word in words_of(name))
