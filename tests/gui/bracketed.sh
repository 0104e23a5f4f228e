#!/bin/bash
# bracketed.sh WARPLENS SCRIPT...: runs the scripts in a language of which every text is the English one in brackets, without
# the lines that expect words: each action must do the same as in English, and lead to the same widgets. What fails had
# read the words of a text. Brackets need room, so a script may also pass in a larger window. 77 (skipped) where nothing can
# be drawn.
set -u
run=$(dirname "$0")/run_script.sh
warplens=$1
shift
export WARPLENS_LANGUAGE=brackets
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
pass_in() {  # FOLDER SED: true if what sed makes of the script passes
  sed -E "/^assert(-not|-color|-not-color|-readable)?( |\$)/d; $2" "$script" > "$1/a.script"
  output=$("$run" "$warplens" "$1/a.script" 2>&1)
  local one=$?
  [ $one -eq 77 ] && exit 77
  return $one
}
for script in "$@"; do
  [ "$(basename "$script")" = findings.script ] && continue  # small and large windows, each with its own widgets
  folder=$scratch/$(basename "$script" .script)
  mkdir -p "$folder"
  [ -d "$(dirname "$script")/kernels" ] && cp -r "$(dirname "$script")/kernels" "$folder"
  pass_in "$folder" "" && continue
  pass_in "$folder" "s/^size .*/size 2560x1440/; s/^scale .*/scale 1/" && continue
  echo "$(basename "$script"): $output"
  status=1
done
exit $status
