"""What programs that were written for Python 2 or early Python 3 use of Python itself, and what it is called today."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Gone, Renamed, from_source

_ABC = from_source(
    "https://docs.python.org/3/whatsnew/3.10.html#removed",
    *(
        Renamed(
            old=f"collections.{name}",
            new=f"collections.abc.{name}",
            since="Python 3.3",
            gone="Python 3.10",
            example=f"import collections\nout = isinstance([1], collections.{name})\n",
        )
        for name in (
            "Iterable",
            "Iterator",
            "Mapping",
            "MutableMapping",
            "Sequence",
            "MutableSequence",
            "Callable",
            "Set",
            "MutableSet",
            "Hashable",
            "Sized",
            "Container",
            "Generator",
            "KeysView",
            "ValuesView",
            "ItemsView",
        )
    ),
)

_BUILTINS = from_source(
    "https://docs.python.org/3/whatsnew/3.0.html",
    *(
        Renamed(old=old, new=new, since="Python 3.0", gone="Python 3.0", example=f"import torch\nout = {use}\n")
        for old, new, use in (
            ("xrange", "range", "torch.tensor([i for i in xrange(3)])"),
            ("raw_input", "input", "callable(raw_input)"),
            ("unicode", "str", "unicode(3)"),
            ("basestring", "str", "isinstance('a', basestring)"),
            ("unichr", "chr", "unichr(65)"),
            ("long", "int", "long(3)"),
            ("reduce", "functools.reduce", "reduce(max, [1, 3, 2])"),
        )
    ),
)

_MODULES = from_source(
    "https://docs.python.org/3/whatsnew/3.0.html#library-changes",
    *(
        Renamed(
            old=old,
            new=new,
            since="Python 3.0",
            gone="Python 3.0",
            needs=new,
            whole=True,
            example=f"import torch\nimport {old}\nout = callable({old}.{use})\n",
        )
        for old, new, use in (
            ("cPickle", "pickle", "dump"),
            ("Queue", "queue", "Queue"),
            ("ConfigParser", "configparser", "ConfigParser"),
            ("copy_reg", "copyreg", "pickle"),
            ("__builtin__", "builtins", "max"),
            ("StringIO", "io", "StringIO"),
            ("cStringIO", "io", "StringIO"),
            ("SocketServer", "socketserver", "BaseServer"),
            ("urlparse", "urllib.parse", "urlparse"),
        )
    ),
)

_LIBRARY = from_source(
    "https://docs.python.org/3/whatsnew/",
    *(
        Renamed(
            old=old,
            new=new,
            since=since,
            gone=gone,
            needs="" if new.startswith("str.") else None,
            example=f"import {old.split('.')[0]}\nout = {use}\n",
        )
        for old, new, since, gone, use in (
            ("itertools.izip", "zip", "Python 3.0", "Python 3.0", "list(itertools.izip([1], [2]))"),
            ("itertools.imap", "map", "Python 3.0", "Python 3.0", "list(itertools.imap(abs, [-1]))"),
            ("itertools.ifilter", "filter", "Python 3.0", "Python 3.0", "list(itertools.ifilter(None, [1]))"),
            (
                "itertools.izip_longest",
                "itertools.zip_longest",
                "Python 3.0",
                "Python 3.0",
                "list(itertools.izip_longest([1], [2, 3]))",
            ),
            ("os.getcwdu", "os.getcwd", "Python 3.0", "Python 3.0", "os.getcwdu()"),
            ("sys.maxint", "sys.maxsize", "Python 3.0", "Python 3.0", "sys.maxint"),
            ("string.letters", "string.ascii_letters", "Python 3.0", "Python 3.0", "string.letters"),
            ("string.lowercase", "string.ascii_lowercase", "Python 3.0", "Python 3.0", "string.lowercase"),
            ("string.uppercase", "string.ascii_uppercase", "Python 3.0", "Python 3.0", "string.uppercase"),
            ("string.maketrans", "str.maketrans", "Python 3.0", "Python 3.0", "string.maketrans('a', 'b')"),
            ("fractions.gcd", "math.gcd", "Python 3.5", "Python 3.9", "fractions.gcd(4, 6)"),
            ("base64.encodestring", "base64.encodebytes", "Python 3.1", "Python 3.9", "base64.encodestring(b'a')"),
            ("base64.decodestring", "base64.decodebytes", "Python 3.1", "Python 3.9", "base64.decodestring(b'YQ==')"),
        )
    ),
    Renamed(
        old="time.clock",
        new="time.perf_counter",
        since="Python 3.3",
        gone="Python 3.8",
        example="import time\nout = time.clock() > 0\n",
    ),
    Renamed(
        old="xml.etree.cElementTree",
        new="xml.etree.ElementTree",
        since="Python 3.3",
        needs="xml.etree.ElementTree",
        whole=True,
        example="import xml.etree.cElementTree as ET\nout = ET.fromstring('<a/>').tag\n",
    ),
)

_CHANGED = (
    Renamed(
        old="inspect.getargspec",
        new="inspect.getfullargspec",
        since="Python 3.0",
        gone="Python 3.11",
        unsafe="it gives seven parts, where the old one gave four",
        source="https://docs.python.org/3/library/inspect.html#inspect.getfullargspec",
        example="import inspect\nout = inspect.getargspec(lambda a: a).args\n",
    ),
    Renamed(
        old="cgi.escape",
        new="html.escape",
        since="Python 3.2",
        gone="Python 3.8",
        unsafe="it escapes quotes, too",
        source="https://docs.python.org/3/library/html.html#html.escape",
        example="import cgi\nout = cgi.escape('<')\n",
    ),
)

_GONE = from_source(
    "https://docs.python.org/3/whatsnew/3.0.html",
    Gone(
        old="urllib2",
        since="Python 3.0",
        gone="Python 3.0",
        instead="its parts are in `urllib.request` and `urllib.error`",
    ),
    Gone(
        old="urllib.urlopen",
        since="Python 3.0",
        gone="Python 3.0",
        instead="call `urllib.request.urlopen`, which gives bytes",
    ),
    Gone(old="urllib.urlretrieve", since="Python 3.0", gone="Python 3.0", instead="call `urllib.request.urlretrieve`"),
    Gone(old="urllib.urlencode", since="Python 3.0", gone="Python 3.0", instead="call `urllib.parse.urlencode`"),
    Gone(old="commands", since="Python 3.0", gone="Python 3.0", instead="use `subprocess`"),
    Gone(old="execfile", since="Python 3.0", gone="Python 3.0", instead="write `exec(open(path).read())`"),
    Gone(old="cmp", since="Python 3.0", gone="Python 3.0", instead="write `(a > b) - (a < b)`, or sort by a key"),
    Gone(old="imp", since="Python 3.4", gone="Python 3.12", instead="use `importlib`"),
    Gone(
        old="distutils",
        since="Python 3.12",
        gone="Python 3.12",
        instead="use `setuptools`, `shutil` or `packaging.version`",
    ),
)

RENAMED = (*_ABC, *_BUILTINS, *_MODULES, *_LIBRARY, *_CHANGED)
GONE = _GONE
