#!/usr/bin/env bash
# Measures what the caches of this machine's GPU do with the launches of cases.csv: one row a launch
# in $OUT/caches.csv (README.md has its columns), made of what Nsight Compute printed, $OUT/ncu.csv.
# Needs nvcc, ncu and permission to read counters; takes a minute or two. Caches are emptied before
# each launch.
#
#     OUT=/tmp/caches tests/data/caches/measure.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-$PWD}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)
arch=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d '. ')
nvcc -O3 -std=c++17 -arch="sm_${arch}" -o "$work/launch" "$here/launch.cu"
"$work/launch" "$here/cases.csv" # without the profiler first: a broken case shows at once
ncu --query-metrics 2>/dev/null | awk '{print $1}' >"$work/known" || true
metrics=$(python3 "$here/counters.py" metrics "$work/known")
ncu --cache-control all --clock-control none --replay-mode kernel --csv --page raw \
  --metrics "$metrics" --log-file "$out/ncu.csv" "$work/launch" "$here/cases.csv"
python3 "$here/counters.py" table "$here/cases.csv" "$out/ncu.csv" "$device" >"$out/caches.csv"
