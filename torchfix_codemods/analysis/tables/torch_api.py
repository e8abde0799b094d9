"""What torch's own names give back, and which methods only tensors or only modules have. Data, and look-ups in it.

Read off the documentation of torch 2.13 (https://docs.pytorch.org/docs/stable/) and of the versions before it, down to
0.3. No torch is needed to use it.
"""

from __future__ import annotations

from torchfix_codemods.analysis.tables.torch_names import FUNCTIONS, METHODS
from torchfix_codemods.analysis.tables.words import words

# ---- methods of tensors

# Give a tuple of tensors when a dimension is named, one tensor otherwise.
REDUCING_PAIRS = words("max min median nanmedian")
PAIRS = REDUCING_PAIRS | words("sort topk kthvalue mode cummax cummin")  # values and indices
TUPLES_OF_TENSORS = words("""
    max min sort topk kthvalue median mode unbind chunk split split_with_sizes tensor_split std_mean
    var_mean aminmax slogdet qr svd eig symeig lu triangular_solve lstsq geqrf cummax cummin frexp
    meshgrid broadcast_tensors nanmedian
""")
TENSOR_GIVES_OTHER = words("""
    item tolist size dim ndimension numel nelement stride data_ptr storage_offset get_device
    element_size is_contiguous is_floating_point is_complex is_signed is_set_to is_pinned is_shared
    backward register_hook storage untyped_storage retain_grad equal allclose
""")
TENSOR_ATTRIBUTES_TENSOR = words("data grad T mT H mH real imag")
TENSOR_ATTRIBUTES_OTHER = words("""
    shape dtype is_cuda ndim requires_grad grad_fn is_leaf layout names is_sparse itemsize nbytes
    is_quantized version _version output_nr is_meta is_mps
""")

# Without a dimension these give a 0-dim tensor.
REDUCTIONS = words("""
    sum mean std var prod norm max min median any all argmax argmin trace dot dist nansum nanmean
    nanmedian count_nonzero logdet det amax amin
""")
# Of a 0-dim tensor these give one again, whatever their arguments.
KEEP_SHAPE = words("""
    to cuda cpu float double half bfloat16 long int bool byte short char type type_as detach clone
    contiguous abs sqrt rsqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh
    tanh sigmoid relu neg reciprocal square floor ceil round trunc frac sign isnan isinf isfinite
    logical_not erf erfc nan_to_num pin_memory requires_grad_ squeeze
""")
# ... and these if the other argument is a number or 0-dim as well.
ELEMENTWISE = words("""
    add sub mul div true_divide floor_divide pow remainder fmod eq ne gt lt ge le clamp clamp_min
    clamp_max clip maximum minimum
""")
RESHAPING_IN_PLACE = words("resize_ resize_as_ set_ unsqueeze_")
# Methods and attributes that may give a view of the receiver, or the receiver itself.
VIEW_METHODS = words("""
    view view_as reshape reshape_as t transpose permute squeeze unsqueeze flatten unflatten narrow select expand
    expand_as diagonal unfold chunk split unbind swapaxes swapdims movedim moveaxis detach contiguous as_strided
    cpu cuda to type type_as float double half long int bool byte requires_grad_ share_memory_
""")
# Layers whose result may be what they are given, or a view of it.
GIVING_LAYERS = frozenset(
    f"torch.nn.{name}"
    for name in words("Identity Flatten Unflatten Sequential Dropout Dropout1d Dropout2d Dropout3d AlphaDropout")
)
VIEW_ATTRIBUTES = words("data T mT H mH real imag")
# Change the type, to one that has no gradients or one that has.
CASTS = words("to type type_as")
# Their argument says what the result looks like, and brings no history.
LIKE_ARGUMENT = words("view_as expand_as reshape_as resize_as resize_as_ logical_and_ logical_or_ logical_xor_")
# Of the other arguments these take numbers, sizes and dimensions only, which bring no history either.
TAKE_NUMBERS = words("""
    view reshape expand repeat permute transpose t unsqueeze squeeze narrow select chunk split unbind flatten
    unflatten unfold diagonal tile movedim swapaxes swapdims sum mean std var norm cumsum cumprod softmax
    log_softmax sort topk kthvalue triu tril diag roll flip zero_ uniform_ normal_ random_ exponential_
    cauchy_ log_normal_ geometric_ t_ transpose_ squeeze_ unsqueeze_ contiguous clone
""")
# Their results carry no autograd history, whatever goes in.
WITHOUT_GRAPH = words("""
    detach detach_ argmax argmin argsort eq ne gt lt ge le isnan isinf isfinite logical_not logical_and
    logical_or logical_xor long int bool byte short char nonzero count_nonzero any all sign round floor
    ceil trunc randperm bincount searchsorted bucketize histc multinomial new_zeros new_ones new_full
    new_tensor new_empty zeros_like ones_like rand_like randn_like randint_like empty_like full_like
    isin isclose greater greater_equal less less_equal not_equal isneginf isposinf isreal signbit
    argwhere hash_tensor is_nonzero
""") - {"sign", "round", "floor", "ceil", "trunc"}

# What tensors of whole numbers or truth values are called, on which no graph can hang, and the methods that give them.
WHOLE_NUMBERS = "torch.LongTensor"
GIVE_WHOLE_NUMBERS = words("""
    long int bool byte short char argmax argmin argsort eq ne gt lt ge le isnan isinf isfinite logical_not logical_and
    logical_or logical_xor nonzero count_nonzero any all isclose greater greater_equal less less_equal not_equal
    isneginf isposinf isreal signbit argwhere
""")

# ---- uses that prove: what no array, list, data frame, optimizer or module has

ONLY_TENSORS_CALL = words("""
    unsqueeze unsqueeze_ squeeze_ data_ptr detach detach_ masked_fill masked_fill_ masked_select
    masked_scatter masked_scatter_ permute contiguous index_select index_add index_add_ index_copy
    index_copy_ index_fill index_fill_ index_put_ scatter_ scatter_add scatter_add_ scatter_reduce_
    type_as view_as expand_as reshape_as resize_as_ new_zeros new_ones new_full new_tensor new_empty
    zero_ fill_ copy_ mul_ add_ sub_ div_ neg_ abs_ pow_ sqrt_ rsqrt_ exp_ log_ log1p_ sign_ clamp
    clamp_ clamp_min clamp_min_ clamp_max clamp_max_ clip_ floor_ round_ bmm baddbmm addmm addmm_
    addcmul addcmul_ addcdiv addcdiv_ lerp_ is_floating_point nelement numel retain_grad log_softmax
    logsumexp repeat_interleave logical_not normal_ uniform_ bernoulli_ exponential_ cauchy_ geometric_
    log_normal_ unbind is_contiguous element_size requires_grad_ t_ transpose_ kthvalue ndimension
    sigmoid_ relu_ tanh_ tril_ triu_ fill_diagonal_ reciprocal_ mvlgamma dim erf rsqrt remainder_ fmod_
    floor_divide_ true_divide_ erfinv_ random_ bitwise_and_ bitwise_or_ logical_and_ logical_or_
    zero_grad_data_
""") - {"requires_grad_", "zero_grad_data_"}
ONLY_TENSORS_ATTRIBUTE = words("requires_grad is_cuda grad_fn is_leaf is_sparse")
ONLY_TENSORS_WITHOUT_ARGUMENTS = words("long byte t exp log1p log2 log10 sqrt")
# Arrays have these too, but not with a dimension as `dim=3`.
ONLY_TENSORS_WITH_DIM = words("""
    sum mean max min std var prod norm argmax argmin sort softmax log_softmax cumsum squeeze any all
    median mode split chunk gather flip logsumexp topk
""")
# ... and these not with a plain integer.
ONLY_TENSORS_WITH_INTEGER = words("size view softmax expand topk")
# What X is in `X.data.cpu()`: no array, data frame, buffer or number has these.
ONLY_TENSORS_AFTER_DATA = ONLY_TENSORS_CALL | words("""
    cpu cuda numpy half double float long byte clone new norm topk expand exp log sqrt mm matmul
    split_with_sizes softmax sigmoid relu tanh acos asin atan atan2 ceil floor cos cosh sin sinh tan
    chunk gather scatter index_put expm1 log10 log1p log2 lerp masked_fill narrow permute reciprocal
    remainder fmod roll flip tril triu neg sign trunc frac unfold bernoulli multinomial histc inverse qr
    svd bitwise_not logical_xor erfinv digamma lgamma cross addmv addr ger mv item
""")
# Casts of tensors and modules; of these only tensors have `.numpy()`.
CASTS_TO_TYPE = words("float double half bfloat16 long int short byte bool")
# What such a method gives is a tensor only if its receiver is one.
PRESERVING = words("""
    to cuda cpu float half double long int bool byte clone view squeeze transpose t reshape flatten
    expand repeat contiguous clip abs round
""")

ONLY_MODULES_CALL = words("""
    parameters named_parameters modules named_modules children named_children buffers named_buffers
    register_buffer register_parameter register_forward_hook register_forward_pre_hook
    register_backward_hook register_full_backward_hook get_submodule get_parameter add_module
    register_module
""")
# Only a module has `.eval()` and one of these.
MODULE_STATES = words("state_dict load_state_dict forward")
# Class methods that give an instance.
BUILDERS = words("from_pretrained from_params from_config from_archive from_args load_from_checkpoint")

NOT_TENSORS_CALL = words("""
    astype append extend keys items values update get pop insert setdefault startswith endswith format
    strip lower upper decode encode add_argument parse_args read write close iterrows groupby to_numpy
    tobytes tostring todense toarray tocsr resize convert crop parameters named_parameters modules
    named_modules state_dict load_state_dict children eval train copy
""")
NOT_TENSORS_ATTRIBUTE = words("""
    iloc loc keys flat nnz batch_sizes call_count call_args called return_value side_effect
    assert_called_once_with
""")

# ---- modules

MODULE_SAME = words("""
    to cuda cpu eval train half float double bfloat16 apply requires_grad_ share_memory to_empty type
    xpu ipu npu
""")
PARAMETER_NAMES = words("""
    weight bias running_mean running_var in_proj_weight in_proj_bias weight_g weight_v weight_ih
    weight_hh bias_ih bias_hh weight_ih_l0 weight_hh_l0 bias_ih_l0 bias_hh_l0 weight_orig weight_u
    weight_bar num_batches_tracked bias_k bias_v
""")
BUFFER_NAMES = words("running_mean running_var num_batches_tracked weight_u weight_v")
RECURRENT = words("LSTM GRU RNN RNNBase")
PACKED_SEQUENCE = "torch.nn.utils.rnn.PackedSequence"
RECURRENT_CELLS = words("GRUCell RNNCell LSTMCell")
# torch.nn classes that cannot be called, or give no single tensor.
NOT_ONE_TENSOR = RECURRENT | words("""
    Module ModuleList ModuleDict ParameterList ParameterDict MultiheadAttention
    AdaptiveLogSoftmaxWithLoss LSTMCell DataParallel DistributedDataParallel Sequential Identity
    LinearCrossEntropyOptions Parameter Buffer UninitializedParameter UninitializedBuffer
""")
# How the names of the layers begin whose results have a graph whatever goes in.
WITH_PARAMETERS = (
    "Linear",
    "Bilinear",
    "Conv",
    "Lazy",
    "Embedding",
    "BatchNorm",
    "SyncBatchNorm",
    "LayerNorm",
    "GroupNorm",
    "RMSNorm",
    "PReLU",
    "LSTM",
    "GRU",
    "RNN",
    "Transformer",
)
WRAPPERS = words("DataParallel DistributedDataParallel DataParallelCPU DistributedDataParallelCPU")
NO_MODULES = words("""
    Parameter Buffer UninitializedParameter UninitializedBuffer ParameterList ParameterDict
    LinearCrossEntropyOptions
""")
LOSSES = words("""
    L1Loss NLLLoss NLLLoss2d PoissonNLLLoss GaussianNLLLoss KLDivLoss MSELoss BCELoss BCEWithLogitsLoss
    HingeEmbeddingLoss MultiLabelMarginLoss SmoothL1Loss HuberLoss SoftMarginLoss CrossEntropyLoss
    MultiLabelSoftMarginLoss CosineEmbeddingLoss MarginRankingLoss MultiMarginLoss TripletMarginLoss
    TripletMarginWithDistanceLoss CTCLoss
""")
FUNCTIONAL_LOSSES = words("""
    l1_loss nll_loss poisson_nll_loss gaussian_nll_loss kl_div mse_loss binary_cross_entropy
    binary_cross_entropy_with_logits hinge_embedding_loss multilabel_margin_loss smooth_l1_loss
    huber_loss soft_margin_loss cross_entropy multilabel_soft_margin_loss cosine_embedding_loss
    margin_ranking_loss multi_margin_loss triplet_margin_loss triplet_margin_with_distance_loss ctc_loss
""")
# Base classes of other libraries that derive from torch.nn.Module, by the package they are imported from.
MODULE_BASES = {
    "pytorch_lightning": words("LightningModule"),
    "lightning": words("LightningModule"),
    "transformers": words("PreTrainedModel"),
    "mmcv": words("BaseModule"),
    "mmengine": words("BaseModule BaseModel"),
    "timm": words("VisionTransformer ResNet"),
    "fairseq": words("""
    BaseFairseqModel FairseqEncoder FairseqDecoder FairseqModel FairseqEncoderDecoderModel
    FairseqLanguageModel FairseqIncrementalDecoder FairseqCriterion LegacyFairseqCriterion
    TransformerModel
    """),
    "allennlp": words("Model Seq2SeqEncoder Seq2VecEncoder TokenEmbedder TextFieldEmbedder"),
}

# ---- functions of torch

TORCH_GIVES_OTHER = words("""
    device dtype Size Generator save is_tensor is_floating_point is_complex is_storage manual_seed seed
    initial_seed no_grad enable_grad set_grad_enabled inference_mode is_grad_enabled set_default_dtype
    set_default_tensor_type set_default_device get_default_dtype set_num_threads get_num_threads
    set_printoptions finfo iinfo typename numel equal allclose get_rng_state_all
    use_deterministic_algorithms set_float32_matmul_precision memory_format layout is_anomaly_enabled
    set_flush_denormal promote_types result_type can_cast is_inference_mode_enabled set_deterministic
    autocast is_nonzero
""")
FACTORIES = words("""
    zeros ones empty full rand randn randint randperm arange range linspace logspace eye tensor
    as_tensor from_numpy zeros_like ones_like empty_like full_like rand_like randn_like randint_like
    normal bernoulli multinomial tril_indices triu_indices frombuffer hann_window hamming_window
    blackman_window sparse_coo_tensor sparse_FloatTensor scalar_tensor empty_strided eye get_rng_state
""")
TAKING_A_TENSOR = words("as_tensor sparse_coo_tensor normal bernoulli")  # these have the graph of their argument
TORCH_TUPLES = words("""
    max min sort topk kthvalue median mode unbind chunk split tensor_split std_mean var_mean aminmax
    slogdet qr svd eig symeig lu triangular_solve lstsq geqrf cummax cummin frexp meshgrid
    broadcast_tensors split_with_sizes hsplit vsplit dsplit nanmedian
""")
# The first argument must be a tensor (and for some the second one too), or a list of tensors.
TAKE_TENSORS = words("""
    abs acos acosh addbmm addcdiv addcmul addmm addmv addr all allclose amax amin aminmax angle any
    argmax argmin argsort as_strided asin asinh atan atan2 atanh baddbmm bernoulli bincount bitwise_not
    bmm broadcast_to ceil channel_shuffle cholesky cholesky_inverse cholesky_solve chunk clamp clone
    complex conj copysign corrcoef cos cosh cosine_similarity count_nonzero cov cross cummax cummin
    cumprod cumsum deg2rad diag diag_embed diagflat diagonal diff dist dot empty_like eq exp flatten
    flip fliplr flipud floor fmax fmin fmod frexp full_like gather ge geqrf ger gt heaviside histc hypot
    imag index_select inner is_floating_point isclose isfinite isinf isnan kron kthvalue le lerp lgamma
    log log10 log1p log2 logaddexp logcumsumexp logdet logical_and logical_not logical_or logical_xor
    logsumexp lt masked_fill masked_select matmul max maximum mean median min minimum mm mode movedim
    multinomial mv nan_to_num nanmean nanmedian nanquantile nansum narrow ne neg nonzero norm numel
    ones_like outer permute pixel_shuffle pixel_unshuffle poisson prod qr quantile rad2deg rand_like
    randint_like randn_like ravel real reciprocal relu renorm repeat_interleave reshape roll rot90 round
    rsqrt searchsorted select sgn sigmoid sign sin sinh softmax log_softmax sort split sqrt square
    squeeze std std_mean sum svd t take tan tanh tensor_split tile topk transpose trapezoid
    triangular_solve tril triu trunc unbind unflatten unsqueeze var var_mean vdot view_as_complex
    view_as_real zeros_like
""")
TAKE_TWO_TENSORS = words("""
    allclose atan2 bmm cosine_similarity dist dot fmax fmin ger hypot inner isclose kron logical_and
    logical_or logical_xor masked_select matmul maximum minimum mm mv outer vdot
""")
TAKE_LISTS = words("cat stack concat hstack vstack")
# Functions of torch.distributed, and which of their arguments must be a tensor.
SENT_TENSORS = {
    **dict.fromkeys(["all_reduce", "broadcast", "gather", "irecv", "isend", "recv", "reduce", "scatter", "send"], 0),
    **dict.fromkeys(["all_gather"], 1),
}
# Methods of a tensor whose argument at this position must be a tensor.
METHOD_TAKES_TENSOR = {
    **dict.fromkeys(
        [
            "copy_",
            "matmul",
            "mm",
            "bmm",
            "mv",
            "dot",
            "view_as",
            "reshape_as",
            "type_as",
            "expand_as",
            "masked_fill",
            "masked_fill_",
        ],
        0,
    ),
    **dict.fromkeys(
        [
            "masked_select",
            "masked_scatter_",
            "resize_as_",
            "addmm",
            "addbmm",
            "baddbmm",
            "addcmul_",
            "addcdiv_",
            "ger",
            "outer",
        ],
        0,
    ),
    **dict.fromkeys(
        ["index_select", "gather", "scatter", "scatter_", "scatter_add", "scatter_add_", "index_add_", "index_fill_"], 1
    ),
}
DTYPES = words("""
    float32 float float64 double float16 half bfloat16 uint8 int8 int16 short int32 int int64 long bool
    complex64 complex128 cfloat cdouble float8_e4m3fn float8_e5m2 uint16 uint32 uint64 strided
    sparse_coo contiguous_format channels_last preserve_format pi inf nan e newaxis
""")
TENSOR_CLASSES = words("""
    Tensor FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor CharTensor ShortTensor
    IntTensor LongTensor BoolTensor
""")
# ... and those that know of gradients.
KINDS_OF_TENSORS = words("Variable Parameter Buffer UninitializedParameter")
# Where torch has tensor classes of these names. Elsewhere they are nodes of a graph: `torch._inductor.ir.Buffer`.
_TENSOR_OWNERS = words("""
    torch torch.autograd torch.autograd.variable torch.cuda torch.sparse torch.cuda.sparse torch._tensor
""")


def is_tensor_class(qualified: str, names: frozenset[str]) -> bool:
    """Is it a class of tensors, of one of these names, where torch keeps them?"""
    owner, _, name = qualified.rpartition(".")
    return name in names and (owner in _TENSOR_OWNERS or owner == "torch.nn" or owner.startswith("torch.nn."))


# Data sets of torchvision whose items are an image and a number.
LABELLED_IMAGES = words("""
    MNIST FashionMNIST KMNIST EMNIST QMNIST USPS CIFAR10 CIFAR100 SVHN STL10 ImageFolder ImageNet
    FakeData Food101 GTSRB
""")
GREY_IMAGES = words("MNIST FashionMNIST KMNIST EMNIST QMNIST USPS Omniglot")  # of one channel
# Module-level predictions of torchvision that give no single tensor in training.
TORCHVISION_NOT_TENSOR = words("inception_v3 googlenet Inception3 GoogLeNet")
PACKING = words("pack_padded_sequence pack_sequence pad_packed_sequence PackedSequence")

# Packages that have classes, other than data sets, whose `data` is a tensor.
DATA_HOLDERS = words("""
    mmcv mmengine mmdet mmseg torch_geometric ultralytics torchcodec torchio kornia speechbrain
    tensordict torchrl fastai monai webdataset openvino
""")

# Third-party packages whose classes are never torch modules or tensors.
NEVER_TORCH = words("""
    numpy pandas scipy argparse PIL os json logging re pathlib tensorflow jax collections sklearn cv2
    matplotlib h5py pickle yaml random math time sys datetime itertools functools typing dataclasses
    subprocess glob csv io copyreg struct requests urllib socket threading multiprocessing tempfile
    shutil string nltk lmdb omegaconf hydra gym librosa soundfile tensorboardX wandb skimage imageio
    regex spacy seaborn boto3 botocore redis flask django
""")


MOCK = "unittest.mock.Mock"


def is_tensor_method(name: str) -> bool:
    """Does this method of a tensor give a tensor?"""
    if name in METHODS:
        return True
    return name.endswith("_") and not name.startswith("_") and name[:-1] not in TENSOR_GIVES_OTHER


def is_function_of_tensors(name: str) -> bool:
    """Does this function of `torch` give a tensor?"""
    return name in FUNCTIONS or (name.endswith("_") and name[:-1] in FUNCTIONS)


def is_in_place(name: str) -> bool:
    """Does the method write into its receiver, by torch's naming rule? `requires_grad_` sets a flag only."""
    return name.endswith("_") and not name.endswith("__") and name not in ("requires_grad_", "share_memory_")


def gives_itself(method: str) -> bool:
    """Does it give a view of the tensor, or as `x.mul_(2)` the tensor itself?"""
    return (method in VIEW_METHODS and method != "detach") or is_in_place(method)


def is_layer(qualified: str) -> bool:
    """Is it a class of torch.nn whose instances give one tensor?"""
    name = qualified.rsplit(".", 1)[-1]
    return qualified.startswith("torch.nn.") and name[:1].isupper() and name not in NOT_ONE_TENSOR


# What does something else for another type of device, with no error where that is not there.
BY_DEVICE_TYPE = frozenset({"autocast", "GradScaler", "custom_fwd", "custom_bwd", "is_autocast_enabled"})
