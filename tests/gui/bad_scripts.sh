#!/bin/bash
# bad_scripts.sh WARPLENS: a script's own mistakes end with status 2, a failed assertion with 1, each with its line.
# Without a display or a driver, the message says what to do instead.
set -u
warplens=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# expect STATUS MESSAGE SCRIPT...
expect() {
  local status=$1 message=$2 actual
  shift 2
  printf '%s\n' "$@" > "$scratch/s"
  "$warplens" gui --headless --script "$scratch/s" > /dev/null 2> "$scratch/errors"
  actual=$?
  grep -q "no EGL display" "$scratch/errors" && exit 77
  if [ $actual -ne "$status" ] || [[ "$(cat "$scratch/errors")" != *"$message"* ]]; then
    echo "expected status $status and \"$message\", got $actual and:"
    cat "$scratch/errors"
    failures=$((failures + 1))
  fi
}

expect 0 "" "wait"
expect 2 "s:2: unknown action prss; is it press?" "wait" "prss chooser"
expect 2 "s:1: unknown action frobnicate; there are " "frobnicate"
expect 1 "s:1: \"no such text\" is not drawn" "assert no such text"
expect 1 "s:1: no widget nothing is drawn" "press nothing"
expect 2 "s:1: there is no lesson matmul" "lesson matmul"
expect 2 "s:2: a line of a script has at most 65536 bytes" "wait" "press $(head -c 70000 /dev/zero | tr '\0' x)"
expect 2 "s:3: step needs a number" "# a comment" "" "step far"
expect 2 "s:1: size is written like 1600x1000" "size big"
expect 2 "/nowhere.cu" "open /nowhere.cu"
expect 2 "s:1: unknown key hyper" "key hyper"
expect 2 "s:1: arrange needs what is open" "arrange"
expect 2 "s:2: back needs an arrangement" "wait" "back"
expect 0 "" "key backspace" "arrange all" "key backspace" "back"
expect 2 "s:1: the course has no lesson or stop 'nowhere'" "course nowhere"
expect 2 "s:1: the course has no lesson or stop ''" "course"
expect 1 "s:1: no question with choices is open" "answer 1"
expect 2 "s:1: type-answer needs a whole number" "type-answer many"
expect 1 "s:1: no question of the course is open" "reveal"
expect 1 "s:1: no stop of the course is open" "next"
expect 2 "s:1: stage is off, access" "stage tile"
expect 2 "s:1: film is on, off, begin" "film backwards"
expect 2 "--blok" "open /nowhere.cu -- --blok 3"
expect 0 "" "stage source" "steps" "stage off"
expect 0 "" "home" "home" "key escape"
expect 0 "" "renderer"
expect 1 "s:1: the renderer is" "renderer no such renderer"
"$warplens" gui --headless --script "$scratch/missing" 2> /dev/null
[ $? -eq 2 ] || { echo "a missing script does not end with 2"; failures=$((failures + 1)); }

env -u DISPLAY -u WAYLAND_DISPLAY "$warplens" gui 2> "$scratch/errors"
[ $? -eq 4 ] && grep -q "no display.*--headless" "$scratch/errors" ||
  { echo "without a display:"; cat "$scratch/errors"; failures=$((failures + 1)); }
echo '{"file_format_version": "1.0.0", "ICD": {"library_path": "libnothing.so"}}' > "$scratch/icd.json"
__EGL_VENDOR_LIBRARY_FILENAMES="$scratch/icd.json" "$warplens" gui --headless 2> "$scratch/errors"
[ $? -eq 4 ] && grep -q "no EGL display.*libegl" "$scratch/errors" ||
  { echo "without a driver:"; cat "$scratch/errors"; failures=$((failures + 1)); }

# A stranger's course ends with 2 and one short line that no terminal obeys, before a window opens.
# refused_course MESSAGE
refused_course() {
  "$warplens" gui --headless --course "$scratch/course" > /dev/null 2> "$scratch/errors"
  [ $? -eq 2 ] && grep -qF "$1" "$scratch/errors" && [ "$(wc -l < "$scratch/errors")" -eq 1 ] &&
    [ "$(wc -c < "$scratch/errors")" -lt 4000 ] && ! grep -q $'\x1b' "$scratch/errors" ||
    { echo "a stranger's course, expected \"$1\":"; head -c 1000 "$scratch/errors"; failures=$((failures + 1)); }
}
lesson=$scratch/course/mine/lesson.json
mkdir -p "$scratch/course/mine"
printf '%s' "{\"stops\": [{}" > "$lesson"
yes ',{}' | head -n 1000000 | tr -d '\n' >> "$lesson"
printf ']}' >> "$lesson"
refused_course "mine/lesson.json: "
truncate -s 1G "$lesson"
refused_course "mine/lesson.json: "
printf '{"\\u001b[31m%s": 1}' "$(head -c 100000 /dev/zero | tr '\0' y)" > "$lesson"
refused_course "mine/lesson.json:1: \\x1b[31myyy"
head -c 100000 /dev/zero | tr '\0' '[' > "$lesson"
refused_course "levels of brackets"
rm "$lesson"
ln -s /etc/passwd "$lesson"
refused_course "mine/lesson.json: is a link"

# Without the libraries: a file that is none is found before the real one.
mkdir "$scratch/none"
touch "$scratch/none/libEGL.so.1" "$scratch/none/libglfw.so.3"
export LD_LIBRARY_PATH=$scratch/none
"$warplens" gui --headless 2> "$scratch/errors"
[ $? -eq 4 ] && grep -q "no EGL display.*libEGL.so.1.*libegl1" "$scratch/errors" && [ "$(wc -l < "$scratch/errors")" -eq 1 ] ||
  { echo "without EGL:"; cat "$scratch/errors"; failures=$((failures + 1)); }
mv "$scratch/none/libEGL.so.1" "$scratch/none/libGL.so.1"
"$warplens" gui --headless 2> "$scratch/errors"
[ $? -eq 4 ] && grep -q "libGL.so.1.*libgl1" "$scratch/errors" && [ "$(wc -l < "$scratch/errors")" -eq 1 ] ||
  { echo "without OpenGL:"; cat "$scratch/errors"; failures=$((failures + 1)); }
"$warplens" gui 2> "$scratch/errors"
[ $? -eq 4 ] && grep -q "libglfw.so.3.*--headless" "$scratch/errors" && [ "$(wc -l < "$scratch/errors")" -eq 1 ] ||
  { echo "without GLFW:"; cat "$scratch/errors"; failures=$((failures + 1)); }
"$warplens" lessons > /dev/null || { echo "without either, lessons does not print"; failures=$((failures + 1)); }
exit $((failures > 0))
