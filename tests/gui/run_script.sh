#!/bin/bash
# run_script.sh WARPLENS SCRIPT: runs the script offscreen in its own folder; 77 (skipped) where nothing can be drawn.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$(dirname "$2")"/kernels "$scratch"/ 2>/dev/null
cd "$scratch" || exit 1
"$1" gui --headless --script "$2" 2> errors
status=$?
cat errors >&2
grep -q "no EGL display" errors && exit 77
exit $status
