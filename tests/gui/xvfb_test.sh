#!/bin/bash
# xvfb_test.sh WARPLENS: one real window on a virtual display, clicked and typed into by xdotool. What that did is read
# from the window's title, which says what is open, the step, and whether the text has a mistake.
# Status 77 (skipped) where Xvfb or xdotool is missing.
set -u
warplens=$1
command -v Xvfb > /dev/null && command -v xdotool > /dev/null || { echo "Xvfb or xdotool is missing"; exit 77; }
scratch=$(mktemp -d)
display_pid= window_pid=
finish() {
  [ -n "$window_pid" ] && kill "$window_pid" 2> /dev/null
  [ -n "$display_pid" ] && kill "$display_pid" 2> /dev/null
  rm -rf "$scratch"
}
trap finish EXIT
fail() { echo "FAILED: $1"; [ -f "$scratch/errors" ] && cat "$scratch/errors"; exit 1; }

# start_display SIZE: Xvfb picks a free display number and writes it to descriptor 3.
start_display() {
  exec 3> "$scratch/display"
  Xvfb -displayfd 3 -screen 0 "$1x24" > /dev/null 2>&1 &
  display_pid=$!
  for _ in $(seq 100); do [ -s "$scratch/display" ] && break; sleep 0.1; done
  [ -s "$scratch/display" ] || fail "Xvfb does not start"
  export DISPLAY=:$(cat "$scratch/display")
}
start_display 1600x1000

# 32 threads store, load and store: three accesses.
kernel='__global__ void k(int* p) { p[threadIdx.x] = 1; p[threadIdx.x] = p[threadIdx.x ^ 1] + 1; }'
printf '// warplens: --grid 1 --block 32 --arg p=int[32]\n%s\n' "$kernel" > "$scratch/k.cu"
"$warplens" gui "$scratch/k.cu" --size 1280x800 2> "$scratch/errors" &
window_pid=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name 'k\.cu' | head -1)
[ -n "$window" ] || fail "no window appears"
xdotool windowfocus "$window"

# expect_title PART WHAT: within ten seconds the title contains PART.
expect_title() {
  local title
  for _ in $(seq 100); do
    title=$(xdotool getwindowname "$window" 2> /dev/null)
    case $title in *"$1"*) return ;; esac
    kill -0 "$window_pid" 2> /dev/null || fail "the window died: $2"
    sleep 0.1
  done
  fail "$2: the title is '$title' and not '$1'"
}

expect_title "step 1 of 3" "it opens on the first access"
xdotool key Right
expect_title "step 2 of 3" "the right arrow steps on"
xdotool key End
expect_title "step 3 of 3" "End goes to the last access"
xdotool key Left
expect_title "step 2 of 3" "the left arrow steps back"
xdotool key Home
expect_title "step 1 of 3" "Home goes to the first access"
# A click is drawn without another event, also when the window was about to stop drawing what the pointer had brought,
# 0.05 to 0.2 s after that came over the button; else it would be drawn with the next move of the pointer.
for pause in 0.05 0.06 0.08 0.1 0.13 0.16 0.2; do
  for button in "147 step 2 of 3" "68 step 1 of 3"; do  # the transport's "on" and "back"
    read -r x part <<< "$button"
    xdotool mousemove --window "$window" 700 686
    sleep 0.4
    xdotool mousemove --window "$window" "$x" 686 sleep "$pause" mousedown 1 sleep 0.005 mouseup 1
    expect_title "$part" "a click on the transport"
  done
done
xdotool key space
expect_title "step 3 of 3" "Space plays to the end"

# Into the source (at the left, under the top bar), before the last brace, and type what is no CUDA.
xdotool mousemove --window "$window" 250 120 click 1
sleep 0.5
xdotool key ctrl+End
xdotool key Left
xdotool key Left
xdotool type --delay 40 'oops'
expect_title "mistake" "what is typed into the editor is compiled"
xdotool key ctrl+z
expect_title "k.cu - step" "undo mends it"

# Another editor saves the file: two more accesses.
printf '// warplens: --grid 1 --block 32 --arg p=int[32]\n%s\n' "${kernel% \}} p[0] += 1; }" > "$scratch/k.cu"
expect_title "of 5" "a file saved elsewhere is read again"
kill -0 "$window_pid" || fail "the window died"

# On a projector's screen a window is no larger than that.
kill "$window_pid" "$display_pid"
wait 2> /dev/null
start_display 1280x720
"$warplens" gui "$scratch/k.cu" 2> "$scratch/errors" &
window_pid=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name 'k\.cu' | head -1)
[ -n "$window" ] || fail "no window appears on a small screen"
for _ in $(seq 50); do
  size=$(xdotool getwindowgeometry "$window" | sed -n 's/.*Geometry: //p')
  [ "$size" = 1280x720 ] && break
  sleep 0.1
done
[ "$size" = 1280x720 ] || fail "on a screen of 1280x720 the window is $size"
echo "a real window answered keys, mouse, typing and a saved file, and fits a small screen"
