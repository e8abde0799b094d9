#!/usr/bin/env bash
# The corpus on a real GPU, and the emulated device held against it: writes corpus/RESULTS-gpu.md.
#
#   corpus/gpu_check.sh --pack      where there is a package index: put what is needed into ./wheels
#   corpus/gpu_check.sh [--device cuda|emulate] [--jobs N] [--out DIR]
#
# The machine with the GPU needs a Python with torch and numpy ($PYTHON, else python3), and ./wheels where torchfix is
# not installed in it. It needs no network, and gets nothing installed: all goes into a temporary folder. With
# `--device emulate` the check runs to its end without a GPU. benchmarks/gpu_check.py does the work.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

pack() {
    rm -rf wheels
    for version in 3.10 3.11 3.12 3.13; do
        "$python" -m pip download --quiet --disable-pip-version-check --dest wheels --only-binary :all: \
            --python-version "$version" --platform manylinux_2_28_x86_64 --platform manylinux_2_17_x86_64 \
            --platform manylinux2014_x86_64 "click>=8.1" "libcst>=1.5" "pathspec>=0.12.1" "rich>=13.7" "tomli>=2.0" \
            "setuptools>=77.0.1"
    done
    echo "$(find wheels -name '*.whl' | wc -l) wheels, $(du -sm wheels | cut -f1) MB"
}

# Everything that was packed, and the project itself, into a folder of its own.
unpack() {
    local folder=$1 names
    local install=("$python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-compile)
    mkdir "$folder/site" "$folder/source"
    names=$(find wheels -name '*.whl' -printf '%f\n' | sed 's/-[0-9].*//' | sort -u)
    # shellcheck disable=SC2086 # a list of names
    "${install[@]}" --find-links wheels --target "$folder/site" $names
    cp -R pyproject.toml README.md LICENSE torchfix_codemods codemods "$folder/source"
    PYTHONPATH=$folder/site "${install[@]}" --no-build-isolation --upgrade --target "$folder/site" "$folder/source"
}

if [ "${1:-}" = --pack ]; then
    pack
    exit
fi
if ! "$python" -c 'import torch, numpy'; then
    echo "$python has no torch or no numpy: name a Python that has both in \$PYTHON" >&2
    exit 2
fi
if ! "$python" -c 'import click, libcst, pathspec, rich, torchfix_codemods.codemods' 2>/dev/null; then
    if [ ! -d wheels ]; then
        echo "torchfix is not installed in $python, and there is no ./wheels: run corpus/gpu_check.sh --pack before" >&2
        exit 2
    fi
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    unpack "$folder"
    export PYTHONPATH=$folder/site
fi
export OMP_NUM_THREADS=1
"$python" benchmarks/gpu_check.py "$@"
