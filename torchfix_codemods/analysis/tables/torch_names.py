"""The names of torch's functions and methods that give one tensor, in torch 2.13 and in the versions before it."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.words import words

# Methods of a tensor. Their in-place twins (`add_`) give a tensor too.
METHODS = words("""
    abs absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr adjoint all amax amin angle any arccos
    arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argsort argwhere as_strided as_strided_scatter
    asin asinh atan atan2 atanh baddbmm bernoulli bfloat16 bincount bitwise_and bitwise_left_shift bitwise_not
    bitwise_or bitwise_right_shift bitwise_xor bmm bool broadcast_to byte cdouble ceil cfloat chalf char
    cholesky cholesky_inverse cholesky_solve clamp clamp_max clamp_min clip clone coalesce conj conj_physical
    contiguous copysign corrcoef cos cosh count_nonzero cov cpu cross cuda cumprod cumsum deg2rad det
    detach diag diag_embed diagflat diagonal diagonal_scatter diff digamma dist div divide dot double eq erf
    erfc erfinv exp exp2 expand expand_as expm1 fix flatten flip fliplr flipud float float_power floor
    floor_divide fmax fmin fmod frac gather gcd ge ger greater greater_equal gt half hardshrink hash_tensor
    heaviside histc hypot i0 igamma igammac index_add index_copy index_fill index_put index_reduce index_select
    inner int int_repr inverse ipu isclose isfinite isinf isnan isneginf isposinf isreal istft kron lcm ldexp le
    lerp less less_equal lgamma log log10 log1p log2 log_softmax logaddexp logaddexp2 logcumsumexp logdet
    logical_and logical_not logical_or logical_xor logit logsumexp long lt lu_solve masked_fill masked_scatter
    masked_select matmul matrix_exp matrix_power max maximum mean median min minimum mm moveaxis movedim msort
    mtia mul multinomial multiply mv mvlgamma nan_to_num nanmean nanmedian nanquantile nansum narrow narrow_copy
    ne neg negative new new_empty new_empty_strided new_full new_ones new_tensor new_zeros nextafter nonzero
    nonzero_static norm not_equal orgqr ormqr outer permute pin_memory pinverse polygamma positive pow prelu
    prod put q_per_channel_scales q_per_channel_zero_points quantile rad2deg ravel reciprocal relu remainder
    renorm repeat repeat_interleave reshape reshape_as resize resize_as resolve_conj resolve_neg roll rot90
    round rsqrt scatter scatter_add scatter_reduce select select_scatter sgn short sigmoid sign signbit sin sinc
    sinh slice_scatter smm softmax sparse_mask sqrt square squeeze sspaddmm std stft sub subtract sum
    sum_to_size swapaxes swapdims t take take_along_dim tan tanh tile to to_dense to_mkldnn to_padded_tensor
    to_sparse to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr trace transpose tril triu
    true_divide trunc type type_as unflatten unfold unique unique_consecutive unsqueeze var vdot view view_as
    where xlogy xpu
""")
# Functions of `torch`. Some give a tuple with other arguments; torch_api says which.
FUNCTIONS = words("""
    abs absolute acos acosh adaptive_avg_pool1d add addbmm addcdiv addcmul addmm addmv addr adjoint all
    alpha_dropout amax amin angle any arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin
    argsort argwhere as_strided as_strided_scatter as_tensor asarray asin asinh atan atan2 atanh avg_pool1d
    baddbmm bartlett_window batch_norm bernoulli bilinear binary_cross_entropy_with_logits bincount binomial
    bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor blackman_window
    block_diag bmm broadcast_to bucketize cartesian_prod cat cdist ceil celu chain_matmul channel_shuffle
    cholesky cholesky_inverse cholesky_solve clamp clamp_max clamp_min clip clone column_stack combinations
    complex concat concatenate conj conj_physical conv1d conv2d conv3d conv_tbc conv_transpose1d
    conv_transpose2d conv_transpose3d copysign corrcoef cos cosh cosine_embedding_loss cosine_similarity
    count_nonzero cov cross ctc_loss cumprod cumsum cumulative_trapezoid deg2rad det detach diag
    diag_embed diagflat diagonal diagonal_scatter diff digamma dist div divide dot dropout dstack einsum
    embedding empty empty_like empty_permuted empty_strided eq erf erfc erfinv exp exp2 expm1 eye
    fake_quantize_per_channel_affine fake_quantize_per_tensor_affine feature_dropout fill fix flatten flip
    fliplr flipud float_power floor floor_divide fmax fmin fmod frac frobenius_norm from_dlpack from_numpy
    frombuffer full full_like gather gcd ge ger get_rng_state greater greater_equal grid_sampler group_norm gt
    hamming_window hann_window hardshrink hash_tensor heaviside histc hspmm hstack hypot i0
    ifft igamma igammac imag index_add index_copy index_fill index_put index_reduce index_select inner
    instance_norm inverse irfft isclose isfinite isin isinf isnan isneginf isposinf isreal istft kaiser_window
    kl_div kron layer_norm lcm ldexp le lerp less less_equal lgamma linspace log log10 log1p log2 log_softmax
    logaddexp logaddexp2 logcumsumexp logdet logical_and logical_not logical_or logical_xor logit logspace
    logsumexp lt lu_solve margin_ranking_loss masked_fill masked_scatter masked_select matmul matrix_exp
    matrix_power matrix_rank max max_pool1d max_pool2d max_pool3d maximum mean median min minimum mm moveaxis
    movedim msort mul multinomial multiply mv mvlgamma nan_to_num nanmean nanmedian nanquantile nansum narrow
    narrow_copy native_channel_shuffle ne neg negative nextafter nonzero nonzero_static norm normal not_equal
    nuclear_norm ones ones_like orgqr ormqr outer pairwise_distance pdist permute pinverse pixel_shuffle
    pixel_unshuffle poisson poisson_nll_loss polar polygamma positive pow prelu prod put quantile
    quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic quantized_batch_norm
    quantized_max_pool1d quantized_max_pool2d rad2deg rand rand_like randint randint_like randn randn_like
    randperm range ravel real reciprocal relu remainder renorm repeat_interleave reshape resolve_conj
    resolve_neg rfft rms_norm roll rot90 round row_stack rrelu rsqrt rsub scalar_tensor scatter scatter_add
    scatter_reduce searchsorted segment_reduce select select_scatter selu sgn sigmoid sign signbit sin sinc sinh
    slice_scatter smm softmax sparse_FloatTensor sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor
    sparse_coo_tensor sparse_csc_tensor sparse_csr_tensor sqrt square squeeze sspaddmm stack std stft sub
    subtract sum swapaxes swapdims t take take_along_dim tan tanh tensor tensordot threshold tile trace
    transpose trapezoid trapz tril tril_indices triplet_margin_loss triu triu_indices true_divide trunc
    unflatten unique unique_consecutive unsqueeze vander var vdot view_as_complex view_as_real vstack where
    xlogy zeros zeros_like
""")
# Functions of `torch.nn.functional`.
FUNCTIONAL = words("""
    adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d
    adaptive_max_pool3d affine_grid alpha_dropout avg_pool1d avg_pool2d avg_pool3d batch_norm bilinear
    binary_cross_entropy binary_cross_entropy_with_logits celu celu_ channel_shuffle conv1d conv2d conv3d
    conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d cosine_embedding_loss cosine_similarity
    cross_entropy ctc_loss dropout dropout1d dropout2d dropout3d elu elu_ embedding embedding_bag
    feature_alpha_dropout fold fractional_max_pool2d fractional_max_pool3d gaussian_nll_loss gelu glu
    grid_sample group_norm grouped_mm gumbel_softmax hardshrink hardsigmoid hardswish hardtanh hardtanh_
    huber_loss instance_norm interpolate kl_div l1_loss layer_norm leaky_relu leaky_relu_
    linear linear_cross_entropy local_response_norm log_softmax logsigmoid lp_pool1d lp_pool2d lp_pool3d
    margin_ranking_loss max_pool1d max_pool2d max_pool3d max_unpool1d max_unpool2d max_unpool3d mish mse_loss
    multi_margin_loss multilabel_margin_loss multilabel_soft_margin_loss native_channel_shuffle nll_loss
    nll_loss2d normalize one_hot pad pairwise_distance pdist pixel_shuffle pixel_unshuffle poisson_nll_loss
    prelu relu relu6 relu_ rms_norm rrelu rrelu_ scaled_dot_product_attention scaled_grouped_mm scaled_mm selu
    selu_ sigmoid silu smooth_l1_loss soft_margin_loss softmax softmin softplus softshrink softsign tanh
    tanhshrink threshold threshold_ triplet_margin_loss triplet_margin_with_distance_loss unfold upsample
    upsample_bilinear upsample_nearest
""")
