#!/bin/bash
# slices.sh WARPLENS SCRIPT...: the window without threads (--threads 0) comes to the same picture at the end of each
# script as with them. 77 (skipped) where nothing can be drawn.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
warplens=$1
shift
export WARPLENS_REFUSE_COMPILER=1
draw() {  # NAME SCRIPT [OPTION...]: the picture at the end of the script
  "$warplens" gui --headless --script "$2" --screenshot "$scratch/$1.png" "${@:3}" 2> "$scratch/errors" && return
  grep -q "no EGL display" "$scratch/errors" && exit 77
  cat "$scratch/errors" >&2
  exit 1
}
cd "$(dirname "$1")" || exit 1
for script in "$@"; do
  draw threads "$script"
  draw slices "$script" --threads 0
  cmp -s "$scratch/threads.png" "$scratch/slices.png" || { echo "$script: another picture without threads"; exit 1; }
done
exit 0
