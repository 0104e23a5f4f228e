#!/bin/bash
# limits.sh WARPLENS: what the shell limits (file sizes, memory) costs a message and never the window or a file.
set -u
warplens=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0
fail() { echo "$1"; cat errors 2> /dev/null; failures=$((failures + 1)); }

"$warplens" gui --headless > /dev/null 2> errors
grep -q "no EGL display" errors && exit 77

# A text that is longer than a file may be is not saved, and the one on the disk stays.
echo '__global__ void k(int* p) { p[threadIdx.x] = 1; }' > k.cu
cp k.cu before.cu
{
  echo "press source.text"
  echo "key ctrl+end"
  echo "type // $(head -c 6000 /dev/zero | tr '\0' y)"
  echo "key ctrl+s"
  echo "assert cannot be written"
} > save.script
(ulimit -f 4; "$warplens" gui k.cu --headless --script save.script 2> errors) || fail "saving beyond a file's limit"
cmp -s k.cu before.cu || fail "a save that failed changed the file"
[ -z "$(ls -A | grep part)" ] || fail "a save that failed left a file behind"

# A picture that is cut is an error, and no file.
(ulimit -f 16; "$warplens" gui --headless --screenshot cut.png 2> errors)
[ $? -eq 2 ] && grep -q "cut.png: cannot be written" errors && [ ! -e cut.png ] || fail "a cut picture"
"$warplens" gui --headless --screenshot /dev/full 2> errors
[ $? -eq 2 ] || fail "a picture on a full disk"
echo "screenshot /dev/full" > picture.script
"$warplens" gui --headless --script picture.script 2> errors
[ $? -eq 2 ] && grep -q "picture.script:1: /dev/full" errors || fail "a script's picture on a full disk"

# A small stack: the program takes a larger one.
for command in "devices" "devices --json" "run transpose-row --divergence 0,0 --latency-hiding h200"; do
  (ulimit -c 0; ulimit -s 64; "$warplens" $command > /dev/null 2> errors) || fail "a stack of 64 KiB: $command"
done

# Little address space: a picture, or a sentence.
for kilobytes in 250000 300000 350000 360000 370000 380000 400000 450000 500000 600000; do
  rm -f small.png
  (ulimit -c 0; ulimit -v "$kilobytes"; "$warplens" gui --headless --screenshot small.png 2> errors)
  status=$?
  case $status in
    0) [ -s small.png ] || fail "no picture with $kilobytes KiB" ;;
    2 | 4) grep -q "^warplens: " errors || fail "no sentence with $kilobytes KiB" ;;
    *) fail "$kilobytes KiB of address space: status $status" ;;
  esac
done
[ $status -eq 0 ] || fail "600 MB of address space: no picture"

# What a run throws is a sentence in the window.
cat > four.cu << 'EOF'
// warplens: --grid 1 --block 32 --arg a=int[100000000] --then '--grid 1 --block 32' --then '--grid 1 --block 32' --then '--grid 1 --block 32'
__global__ void k(int* a) { a[threadIdx.x] += 1; }
EOF
echo "key right" > step.script
(ulimit -v 4600000; "$warplens" gui four.cu --headless --script step.script 2> errors)
status=$?
[ $status -eq 0 ] || fail "four launches of 400 MB: status $status"

# Launches that store everything need no copy for each of them, on the command line and in the window.
cat > eight.cu << 'EOF'
// warplens: --grid 39063 --block 256 --arg a=float[10000000]:iota --arg n=10000000 --then k --then k --then k --then k --then k --then k --then k
__global__ void k(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
EOF
(ulimit -v 400000; "$warplens" run eight.cu > /dev/null 2> errors) || fail "run: eight launches of 40 MB in 400 MB"
cat > eight.script << 'EOF'
assert launch 1 of 8
assert Not kept in memory: the arrays of launch 2, 3, 4, 5, 6, 7, 8.
launch 6
assert launch 6 of 8
assert Not kept in memory: the arrays of launch 1, 2, 3, 4, 5, 7, 8.
EOF
(ulimit -v 700000; "$warplens" gui eight.cu --memory 90M --headless --script eight.script 2> errors) ||
  fail "window: eight launches of 40 MB in 700 MB"
exit $((failures > 0))
