#!/usr/bin/env bash
# Host code under Warplens beside the same text compiled by g++ -O1: five loops (host/*.cu), and the
# start of a program that does nothing. Both by turns, five times; prints processor time [s], medians
# and ratios. An output that differs is reported.
#
#   tests/bench/host.sh WARPLENS [NAME...]    NAME: of host/NAME.cu; all of them if none is given
set -euo pipefail
warplens=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

names=("$@")
if [ ${#names[@]} -eq 0 ]; then names=(product fill text sort structs); fi

TIMEFORMAT='%U'
median() { printf '%s\n' "$@" | sort -g | sed -n '3p'; }
seconds() { { time "$@" > /dev/null 2>&1; } 2>&1; }

# exec and run leave the program's output at the beginning of theirs.
for name in "${names[@]}"; do
  text=$here/host/$name.cu
  g++ -O1 -w -x c++ "$text" -o "$work/$name"
  "$work/$name" > "$work/expected"
  "$warplens" exec "$text" > "$work/printed"
  cmp -s "$work/expected" "$work/printed" || echo "$name: the output is another"
  a=() b=() c=()
  for turn in 1 2 3 4 5; do
    a+=("$(seconds "$work/$name")")
    b+=("$(seconds "$warplens" exec "$text")")
    c+=("$(seconds "$warplens" run "$text")")
  done
  awk -v name="$name" -v a="$(median "${a[@]}")" -v b="$(median "${b[@]}")" -v c="$(median "${c[@]}")" \
    'BEGIN { printf "%-8s g++ %.3f s, exec %.3f s: %5.1f times, run %.3f s: %5.1f times\n", name, a, b, b / a, c, c / a }'
done

# Start-up: one run takes too little time to be shown alone.
printf 'int main() {}\n' > "$work/empty.cu"
printf '#include <iostream>\n#include <vector>\n#include <string>\n#include <map>\nint main() { std::cout << "x"; }\n' > "$work/headers.cu"
TIMEFORMAT='%U %S'
for name in empty headers; do
  once() { for turn in $(seq 20); do "$warplens" exec "$work/$name.cu"; done; }
  seconds once | awk -v name="$name" '{ printf "%-8s %.1f ms from start to end\n", name, 1000 * ($1 + $2) / 20 }'
done
