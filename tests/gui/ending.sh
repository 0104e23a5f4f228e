#!/bin/bash
# ending.sh WARPLENS: what is typed and not saved is kept when a signal or the display ends the window, and the next
# window offers it. Status 77 (skipped) where Xvfb or xdotool is missing.
set -u
warplens=$1
command -v Xvfb > /dev/null && command -v xdotool > /dev/null || { echo "Xvfb or xdotool is missing"; exit 77; }
scratch=$(mktemp -d)
export XDG_DATA_HOME="$scratch/data"
display_pid= window_pid=
finish() {
  kill -KILL $window_pid $display_pid 2> /dev/null
  rm -rf "$scratch"
}
trap finish EXIT
fail() { echo "FAILED: $1"; cat "$scratch/errors" 2> /dev/null; exit 1; }

start_display() {
  exec 3> "$scratch/display"
  Xvfb -displayfd 3 -screen 0 1280x800x24 -noreset > /dev/null 2>&1 &
  display_pid=$!
  for _ in $(seq 100); do [ -s "$scratch/display" ] && break; sleep 0.1; done
  [ -s "$scratch/display" ] || fail "Xvfb does not start"
  export DISPLAY=:$(cat "$scratch/display")
}

# start_window TEXT NAME: in the scratch folder; signals as a shell leaves them.
start_window() {
  (cd "$scratch" && exec env --default-signal=INT "$warplens" gui "$1" --size 1280x800 2> "$scratch/errors") &
  window_pid=$!
  window=$(timeout 60 xdotool search --sync --onlyvisible --name "$2" | head -1)
  [ -n "$window" ] || fail "no window appears"
  xdotool windowfocus "$window"
  expect_title "$2.*step [0-9]" "it opens"
}

expect_title() {
  local title
  for _ in $(seq 100); do
    title=$(xdotool getwindowname "$window" 2> /dev/null)
    [[ $title =~ $1 ]] && return
    sleep 0.1
  done
  fail "$2: the title is '$title' and not '$1'"
}

# Into the text, at its end.
type_letters() {
  xdotool mousemove --window "$window" 250 200 click 1
  sleep 0.5
  xdotool key ctrl+End
  xdotool type --delay 40 "$1"
  expect_title '\(unsaved\)' "what is typed is unsaved"
  sleep 1
}

wait_for_end() {
  for _ in $(seq 50); do kill -0 "$window_pid" 2> /dev/null || break; sleep 0.1; done
  kill -0 "$window_pid" 2> /dev/null && fail "$1: the window goes on"
  wait "$window_pid"
  status=$?
}

start_display
for how in TERM HUP INT display; do
  printf '// warplens: --grid 1 --block 32 --arg a=int[32]\n__global__ void k(int* a) { a[threadIdx.x] = 1; }\n' \
    > "$scratch/$how.cu"
  start_window "$scratch/$how.cu" "$how.cu"
  type_letters "// by $how"
  if [ "$how" = display ]; then kill -KILL "$display_pid"; else kill -"$how" "$window_pid"; fi
  wait_for_end "$how"
  grep -q "// by $how" "$scratch/$how.cu.unsaved" || fail "$how: what was typed is lost"
  grep -q "// by" "$scratch/$how.cu" && fail "$how: the file itself has changed"
  case $how in TERM) expected=143 ;; HUP) expected=129 ;; INT) expected=130 ;; display) expected=$status ;; esac
  [ "$status" = "$expected" ] || fail "$how: the status is $status and not $expected"
done

# The next window brings it back with undo; saving it ends the offer.
start_display
start_window "$scratch/TERM.cu" TERM.cu
xdotool key ctrl+z
expect_title '\(unsaved\)' "undo brings back what an earlier window left"
xdotool key ctrl+s
for _ in $(seq 50); do [ -e "$scratch/TERM.cu.unsaved" ] || break; sleep 0.1; done
grep -q "// by TERM" "$scratch/TERM.cu" || fail "what was offered cannot be saved"
[ -e "$scratch/TERM.cu.unsaved" ] && fail "a draft that was saved is offered again"
kill "$window_pid"
wait_for_end "an unchanged text"

# A lesson's text is kept in the user's data.
start_window transpose-row transpose_row
type_letters "// of a lesson"
kill -TERM "$window_pid"
wait_for_end "a lesson"
grep -q "// of a lesson" "$XDG_DATA_HOME/warplens/drafts/transpose-row.cu.unsaved" || fail "a lesson's text is lost"
echo "what was typed is kept whatever ends the window, and is offered by the next one"
