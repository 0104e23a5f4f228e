#!/usr/bin/env bash
# Warplens beside Oclgrind, which executes OpenCL kernels thread by thread: the tiled product of
# n x n floats, tile 16, the same text but for the words that OpenCL spells otherwise. Both on one
# thread, by turns, five times; prints processor time [s], medians and their ratio. Installs Oclgrind
# where it is missing (Debian: package oclgrind; needs root).
#
#   tests/bench/oclgrind.sh WARPLENS [N]       N: 256 if not given; about a minute a turn
set -euo pipefail
warplens=$(realpath "$1")
n=${2:-256}
tile=16
here=$(cd "$(dirname "$0")" && pwd)
command -v oclgrind-kernel > /dev/null || apt-get install -y -q oclgrind > /dev/null

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$here/product.cu" .
{
  cat << 'WORDS'
#define __global__ __kernel
#define __shared__ __local
#define __syncthreads() barrier(CLK_LOCAL_MEM_FENCE)
#define threadIdx_x ((int)get_local_id(0))
#define threadIdx_y ((int)get_local_id(1))
#define blockIdx_x ((int)get_group_id(0))
#define blockIdx_y ((int)get_group_id(1))
WORDS
  sed -e 's/\(threadIdx\|blockIdx\)\.\([xy]\)/\1_\2/g' -e 's/\(const float\*\|float\*\)/__global \1/g' product.cu
} > product.cl
bytes=$((n * n * 4))
cat > product.sim << WORDS
product.cl
product
$n $n 1
$tile $tile 1
<size=$bytes float fill=1>
<size=$bytes float fill=2>
<size=$bytes float fill=0>
<size=4>
$n
WORDS
blocks=$((n / tile))

TIMEFORMAT='%U'
ours() {
  "$warplens" run product.cu --threads 1 --grid $blocks,$blocks --block $tile,$tile \
    --arg "m=float[$n][$n]" --arg "n=float[$n][$n]" --arg "p=float[$n][$n]:zero" --arg "size=$n" > /dev/null
}
theirs() { oclgrind-kernel --num-threads 1 product.sim > /dev/null; }
median() { printf '%s\n' "$@" | sort -g | sed -n '3p'; }

a=() b=()
for turn in 1 2 3 4 5; do
  a+=("$({ time ours; } 2>&1)")
  b+=("$({ time theirs; } 2>&1)")
  echo "turn $turn: warplens ${a[-1]} s, oclgrind ${b[-1]} s"
done
awk -v a="$(median "${a[@]}")" -v b="$(median "${b[@]}")" -v n="$n" \
  'BEGIN { printf "n = %d: medians: warplens %.2f s, oclgrind %.2f s; ratio %.0f\n", n, a, b, b / a }'
