#!/usr/bin/env bash
# Makes latency_hiding.csv and passes.csv in $OUT on a machine with an NVIDIA GPU and nvcc; takes less than a minute.
# ARCH (default: native) is nvcc's -arch.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:?the folder for the tables}
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$nvcc" -O3 -arch="${ARCH:-native}" -o "$work/measure" "$here/measure.cu"
"$work/measure" >"$work/latency_hiding.csv"
"$work/measure" passes >"$work/passes.csv"
mv "$work"/*.csv "$out"
