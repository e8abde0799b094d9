"""What PIL, scipy, scikit-learn, scikit-image and matplotlib have renamed or removed that torch programs use."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Argument, Gone, Renamed, Rewritten, from_source

_PIL = from_source(
    "https://pillow.readthedocs.io/en/stable/deprecations.html#constants",
    *(
        Renamed(
            old=f"PIL.Image.{old}",
            new=f"PIL.Image.{new}",
            since="Pillow 2.7",
            gone="Pillow 10.0",
            example=f"from PIL import Image\nout = Image.new('L', (4, 4), 9).resize((2, 2), Image.{old}).tobytes()\n",
        )
        for old, new in (("ANTIALIAS", "LANCZOS"), ("LINEAR", "BILINEAR"), ("CUBIC", "BICUBIC"))
    ),
    Gone(
        old="PIL.ImageDraw.ImageDraw.textsize",
        since="Pillow 8.0",
        gone="Pillow 10.0",
        instead="`textbbox` gives the corners of the text",
    ),
)

_SCIPY = (
    *from_source(
        "https://docs.scipy.org/doc/scipy/release/1.3.0-notes.html",
        Renamed(
            old="scipy.misc.imread",
            new="imageio.imread",
            since="imageio 1.0",
            gone="scipy 1.2",
            unsafe="`imageio` is another package, and the options of scipy's function are not those of this one",
            example="from scipy import misc\nout = callable(misc.imread)\n",
        ),
        Rewritten(
            old="scipy.misc.imsave",
            parameters=("name", "arr", "format"),
            new='[matplotlib.pyplot.imsave]({name}, {arr}, cmap="gray")',
            since="matplotlib 1.0",
            gone="scipy 1.2",
            unsafe="it spreads grey bytes from black to white, too, and takes colours as bytes or from 0 to 1, where "
            "the old one spread all that were no bytes",
            example="import io\nimport numpy as np\nimport scipy.misc\nfile = io.BytesIO()\n"
            "scipy.misc.imsave(file, np.eye(4))\nout = len(file.getvalue()) > 0\n",
        ),
        Renamed(
            old="scipy.misc.logsumexp",
            new="scipy.special.logsumexp",
            since="scipy 0.19",
            gone="scipy 1.3",
            example="import scipy.misc\nout = float(scipy.misc.logsumexp([1.0, 2.0]))\n",
        ),
        Renamed(
            old="scipy.misc.comb",
            new="scipy.special.comb",
            since="scipy 0.14",
            gone="scipy 1.3",
            positional=2,
            example="from scipy.misc import comb\nout = float(comb(4, 2))\n",
        ),
        Renamed(
            old="scipy.misc.factorial",
            new="scipy.special.factorial",
            since="scipy 0.14",
            gone="scipy 1.3",
            example="from scipy.misc import factorial\nout = float(factorial(4))\n",
        ),
        *(
            Gone(old=f"scipy.misc.{name}", since="scipy 1.0", gone="scipy 1.3", instead=instead)
            for name, instead in (
                ("imresize", "`PIL.Image.fromarray(x).resize(...)` resizes; its numbers are not exactly the same"),
                ("imrotate", "`PIL.Image.fromarray(x).rotate(angle)` rotates"),
                ("imshow", "`matplotlib.pyplot.imshow` shows an image"),
                ("toimage", "`PIL.Image.fromarray(...)` takes an array that has been scaled to uint8 before"),
                ("fromimage", "`numpy.asarray(image)` gives the array"),
                ("bytescale", "scale the values to the range from 0 to 255 and convert them to uint8"),
            )
        ),
    ),
    *from_source(
        "https://docs.scipy.org/doc/scipy/release/1.14.0-notes.html",
        *(
            Renamed(
                old=f"scipy.integrate.{old}",
                new=f"scipy.integrate.{new}",
                since="scipy 1.6",
                gone="scipy 1.14",
                positional=positional,
                example=f"from scipy import integrate\nout = integrate.{old}([1.0, 2.0, 3.0])\n",
            )
            for old, new, positional in (
                ("simps", "simpson", 2),
                ("trapz", "trapezoid", None),
                ("cumtrapz", "cumulative_trapezoid", None),
            )
        ),
        *(
            Renamed(
                old=f"scipy.signal.{name}",
                new=f"scipy.signal.windows.{name}",
                since="scipy 1.1",
                gone="scipy 1.13",
                example=f"from scipy import signal\nout = signal.{name}({arguments})\n",
            )
            for name, arguments in (
                ("gaussian", "5, 1.0"),
                ("hann", "5"),
                ("hamming", "5"),
                ("blackman", "5"),
                ("kaiser", "5, 2.0"),
                ("triang", "5"),
                ("boxcar", "5"),
                ("tukey", "5"),
            )
        ),
    ),
)

_SKLEARN = from_source(
    "https://scikit-learn.org/stable/whats_new/v0.20.html",
    Renamed(
        old="sklearn.cross_validation",
        new="sklearn.model_selection",
        since="scikit-learn 0.18",
        gone="scikit-learn 0.20",
        needs="sklearn.model_selection",
        whole=True,
        unsafe="its classes take the number of splits where the old ones took the number of samples",
        example="from sklearn.cross_validation import train_test_split\nout = callable(train_test_split)\n",
    ),
    Renamed(
        old="sklearn.grid_search",
        new="sklearn.model_selection",
        since="scikit-learn 0.18",
        gone="scikit-learn 0.20",
        needs="sklearn.model_selection",
        whole=True,
        unsafe="results are in `cv_results_`, where they were in `grid_scores_`",
        example="from sklearn.grid_search import GridSearchCV\nout = callable(GridSearchCV)\n",
    ),
    Renamed(
        old="sklearn.externals.joblib",
        new="joblib",
        since="scikit-learn 0.21",
        gone="scikit-learn 0.23",
        needs="joblib",
        whole=True,
        example="from sklearn.externals import joblib\nout = callable(joblib.dump)\n",
    ),
    Renamed(
        old="sklearn.preprocessing.Imputer",
        new="sklearn.impute.SimpleImputer",
        since="scikit-learn 0.20",
        gone="scikit-learn 0.22",
        unsafe="it has no `axis`, and marks what is missing by `numpy.nan`, not by the text 'NaN'",
        example="from sklearn.preprocessing import Imputer\nout = callable(Imputer)\n",
    ),
    Gone(
        old="sklearn.datasets.fetch_mldata",
        since="scikit-learn 0.20",
        gone="scikit-learn 0.22",
        instead="`fetch_openml` gets data from a server that is still there; it gives them in another form",
    ),
    Gone(
        old="sklearn.datasets.load_boston",
        since="scikit-learn 1.0",
        gone="scikit-learn 1.2",
        instead="the data were taken out for what they contain: use `fetch_california_housing`",
    ),
    Gone(
        old="sklearn.utils.linear_assignment_",
        since="scipy 0.17",
        gone="scikit-learn 0.23",
        instead="`scipy.optimize.linear_sum_assignment` solves the same problem and gives rows and columns apart",
    ),
)

_MANIFOLD = from_source(
    "https://scikit-learn.org/stable/whats_new/v1.5.html",
    Argument(
        old="sklearn.manifold.TSNE(n_iter)",
        new="max_iter",
        since="scikit-learn 1.5",
        gone="scikit-learn 1.7",
        example="from sklearn.manifold import TSNE\nout = callable(TSNE(n_iter=300).fit)\n",
    ),
)

_SKIMAGE = from_source(
    "https://scikit-image.org/docs/stable/release_notes/release_0.16.html",
    *(
        Renamed(
            old=f"skimage.measure.{old}",
            new=f"skimage.metrics.{new}",
            since="scikit-image 0.16",
            gone="scikit-image 0.18",
            positional=2,
            example=f"import numpy as np\nfrom skimage.measure import {old}\n"
            f"x = np.linspace(0, 1, 64).reshape(8, 8)\nout = float({old}(x, x * 0.5, {arguments}))\n",
        )
        for old, new, arguments in (
            ("compare_ssim", "structural_similarity", "data_range=1.0"),
            ("compare_psnr", "peak_signal_noise_ratio", "data_range=1.0"),
        )
    ),
    Renamed(
        old="skimage.measure.compare_mse",
        new="skimage.metrics.mean_squared_error",
        since="scikit-image 0.16",
        gone="scikit-image 0.18",
        example="import numpy as np\nfrom skimage.measure import compare_mse\n"
        "out = float(compare_mse(np.ones(3), np.zeros(3)))\n",
    ),
    Argument(
        old="skimage.metrics.structural_similarity(multichannel)",
        new="channel_axis",
        values=(("True", "-1"), ("False", "None"), ("*", "-1 if {} else None")),
        since="scikit-image 0.19",
        gone="scikit-image 0.23",
        source="https://scikit-image.org/docs/stable/api/skimage.metrics.html",
        example="import numpy as np\nfrom skimage.metrics import structural_similarity\n"
        "x = np.linspace(0, 1, 192).reshape(8, 8, 3)\n"
        "out = float(structural_similarity(x, x * 0.5, data_range=1.0, multichannel=True))\n",
    ),
)

_MATPLOTLIB = from_source(
    "https://matplotlib.org/stable/api/prev_api_changes/api_changes_3.1.0.html",
    Argument(
        old="matplotlib.pyplot.hist(normed)",
        position=3,
        new="density",
        since="matplotlib 2.1",
        gone="matplotlib 3.1",
        example="import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\n"
        "out = plt.hist([1, 2, 2], normed=True)[0]\n",
    ),
    Argument(
        old="matplotlib.use(warn)",
        position=1,
        since="matplotlib 3.1",
        gone="matplotlib 3.3",
        example="import matplotlib\nmatplotlib.use('agg', warn=False)\nout = matplotlib.get_backend()\n",
    ),
    Gone(
        old="matplotlib.pyplot.hold",
        since="matplotlib 2.0",
        gone="matplotlib 3.0",
        instead="drop the call: axes always keep what has been drawn",
    ),
    Gone(
        old="matplotlib.cm.get_cmap",
        since="matplotlib 3.5",
        gone="matplotlib 3.9",
        instead="`matplotlib.colormaps[name]` gives the colour map, and its `.resampled(n)` one with n colours",
    ),
)

_OTHERS = (
    Gone(
        old="librosa.output.write_wav",
        since="librosa 0.7",
        gone="librosa 0.8",
        instead="`soundfile.write(path, samples, rate)` of the package soundfile writes it",
        source="https://librosa.org/doc/main/changelog.html",
    ),
    Gone(
        old="tensorflow.contrib",
        since="tensorflow 2.0",
        gone="tensorflow 2.0",
        instead="it has no successor under that name",
        source="https://www.tensorflow.org/guide/migrate",
    ),
    *(
        Argument(
            old=f"librosa.filters.mel({name})",
            position=position,
            new=name,
            since="librosa 0.8",
            gone="librosa 0.10",
            source="https://librosa.org/doc/main/changelog.html",
            example="import librosa.filters\nout = librosa.filters.mel(8000, 256, 20).shape\n",
        )
        for position, name in enumerate(("sr", "n_fft", "n_mels", "fmin", "fmax"))
    ),
)

ALL = (*_PIL, *_SCIPY, *_SKLEARN, *_MANIFOLD, *_SKIMAGE, *_MATPLOTLIB, *_OTHERS)
