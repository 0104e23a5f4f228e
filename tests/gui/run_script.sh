#!/bin/bash
# run_script.sh WARPLENS SCRIPT [STAND_IN LAUNCH...]: runs the script offscreen in its own folder; 77 (skipped) where nothing
# can be drawn. With STAND_IN (tests/support/window_stand_in.cpp) there are recordings of these launches. WARPLENS
# may be the stand-in itself.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
warplens=$1 script=$2
shift 2
# Scripts are the same for everybody: as on a machine without NVRTC, unless this is set to 0.
export WARPLENS_REFUSE_COMPILER=${WARPLENS_REFUSE_COMPILER-1}
for folder in "$(dirname "$script")" "$(dirname "$script")"/..; do
  [ -d "$folder/kernels" ] && cp -r "$folder"/kernels "$scratch"/ && break
done
cd "$scratch" || exit 1
if [ $# -gt 0 ]; then
  mkdir recordings && "$1" --record recordings/stand_in.json "${@:2}" || exit 1
  "$warplens" gui --headless --measurements recordings --script "$script" 2> errors
elif [[ $warplens == *window_stand_in* ]]; then
  "$warplens" "$script" 2> errors
else
  "$warplens" gui --headless --script "$script" 2> errors
fi
status=$?
cat errors >&2
grep -q "no EGL display" errors && exit 77
exit $status
