#!/bin/bash
# options.sh WARPLENS: two characters of one frame change what each names: "type ic" draws what "type i" and "type c"
# do. 77 (skipped) where nothing can be drawn.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export WARPLENS_REFUSE_COMPILER=1
draw() {  # NAME LINE...: the picture after these lines
  { printf '%s\n' 'size 1280x720' 'lesson transpose-column' 'goto 1' "${@:2}" 'pointer-away' "screenshot $1.png"; } > "$1.script"
  "$warplens" gui --headless --script "$1.script" 2> errors && return
  grep -q "no EGL display" errors && exit 77
  cat errors >&2
  exit 1
}
warplens=$1
draw before 'wait 0.5'
for keys in ic ci ac oi il ae; do
  draw "together-$keys" "type $keys" 'wait 0.5'
  draw "apart-$keys" "type ${keys:0:1}" "type ${keys:1:1}" 'wait 0.5'
  cmp -s "together-$keys.png" "apart-$keys.png" || { echo "type $keys is not type ${keys:0:1}, type ${keys:1:1}"; exit 1; }
  cmp -s "together-$keys.png" before.png && { echo "type $keys changes nothing"; exit 1; }
done
exit 0
