#!/bin/bash
# What goes wrong while measuring, on a real GPU: every case prints the command's message and exit
# status, whether the same worker (a second target of the same command) and a fresh command measure
# afterwards, and PASS or FAIL. Ends with 1 if one failed.
#
#     tests/hardware/failures.sh .build/release/warplens > assets/measurements/failures.txt
#
# Needs an NVIDIA GPU with its driver, the CUDA Toolkit, and python3 for the case of full memory.
set -u
program=$(realpath "${1:?the program to test}")
cd "$(dirname "$0")/failures" || exit 2
good=transpose-row
as_written="$program measure --build as-written"
measure="$as_written --no-times"
limited="timeout 60 $measure" # where the process itself is not of interest
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# finish NAME WORDS STATUS OUTPUT WAS [PROBLEM]: what all cases have in common, after their command:
# OUTPUT has WORDS (an extended regular expression), its status WAS is STATUS, and a fresh command
# measures.
finish() {
  local name=$1 words=$2 status=$3 output=$4 was=$5
  local problems=("${@:6}")
  grep -E "^(error|note): |error:" "$output" | cut -c1-400 | head -4
  echo "exit status $was"
  grep -qiE -- "$words" "$output" || problems+=("there is no message with '$words';")
  [ "$was" = "$status" ] || problems+=("the exit status is $was and not $status;")
  if timeout 60 $as_written --no-counts "$good" >"$scratch/fresh" 2>&1; then
    echo "a fresh command measures"
  else
    problems+=("a fresh command does not measure: $(tail -1 "$scratch/fresh");")
  fi
  if [ ${#problems[@]} -eq 0 ]; then
    passed=$((passed + 1))
    echo "PASS $name"
  else
    failed=$((failed + 1))
    echo "-- the whole output:"
    cat "$output"
    echo "FAIL $name: ${problems[*]}"
  fi
  echo
}

# both NAME WORDS STATUS OUTPUT WAS: as finish, and the second target of the command, whose worker
# has seen the first fail, was measured: its table of counts is there.
both() {
  if grep -q "by line\|by kernel\|replay" "$4"; then
    echo "the same worker measures the next target"
    finish "$@"
  else
    finish "$@" "the same worker does not measure the next target;"
  fi
}

# fault NAME WORDS STATUS OPTION...: a target that goes wrong, and a good one after it.
fault() {
  local name=$1 words=$2 status=$3
  shift 3
  echo "== $name: warplens measure $* $good"
  $limited "$@" "$good" >"$scratch/both" 2>&1
  both "$name" "$words" "$status" "$scratch/both" $?
}

echo "$(date -u +%F), $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -1)"
echo

fault "a wild store" "outside of every array|illegal address" 4 wild_store.cu
fault "a load through a null pointer" "outside of every array|illegal address" 4 wild_load.cu
fault "a misaligned access" "misaligned" 4 misaligned.cu
fault "a store behind shared memory" "outside of|trap" 4 shared_store.cu
fault "a trap" "trap" 4 trap.cu
fault "a failed assert" "assert" 4 assertion.cu
fault "an endless kernel" "within 8 s" 4 endless.cu --limit 8
fault "more shared memory than there is" "shared memory" 2 too_much_shared.cu
fault "a text that the compiler has too little memory for" "out of memory.*may take" 4 large_initialiser.cu

echo "== the same kernel twice by one worker: warplens measure $good $good"
counts() { $limited --json "$@" | grep -oE '"(requests|wavefronts|sectors|lines)":[0-9]+'; }
once=$(counts "$good")
counts "$good" "$good" >"$scratch/twice"
if [ -n "$once" ] && [ "$(cat "$scratch/twice")" = "$once
$once" ]; then
  echo "both have the counts of one alone" >>"$scratch/twice"
fi
finish "the same counts from one worker" "of one alone" 0 "$scratch/twice" 0

echo "== a kernel that prints what looks like an answer"
$limited prints.cu >"$scratch/prints" 2>&1
finish "a kernel that prints" "prints" 0 "$scratch/prints" $?

echo "== a measuring process killed in the middle of an endless kernel"
$measure endless.cu "$good" --limit 60 >"$scratch/killed" 2>&1 &
parent=$!
child=
for _ in $(seq 100); do
  child=$(ps -o pid= --ppid "$parent" | tr -d ' ')
  [ -n "$child" ] && break
  sleep 0.1
done
sleep 4 # by now it waits for the kernel
[ -n "$child" ] && kill -9 "$child"
wait "$parent"
both "a killed child" "signal 9" 4 "$scratch/killed" $?

echo "== a parent killed in the middle of an endless kernel"
$measure endless.cu --limit 60 >"$scratch/orphan" 2>&1 &
parent=$!
sleep 4
child=$(ps -o pid= --ppid "$parent" | tr -d ' ')
kill -9 "$parent"
wait "$parent" 2>/dev/null
for _ in $(seq 100); do
  case $(ps -o stat= -p "${child:-1}") in "" | Z*) break ;; esac
  sleep 0.1
done
left=$(ps -o stat= -p "${child:-1}")
case $left in
  "" | Z*) echo "the measuring process is gone, too" >>"$scratch/orphan" ;;
  *) echo "the measuring process stayed: $child $left" >>"$scratch/orphan" ;;
esac
cat "$scratch/orphan"
finish "a killed parent" "is gone, too" 0 "$scratch/orphan" 0

echo "== too little device memory: another program has taken nearly all"
mkfifo "$scratch/hold"
python3 ./fill_memory.py 900 <"$scratch/hold" >"$scratch/taken" 2>&1 &
filler=$!
exec 9>"$scratch/hold"
for _ in $(seq 200); do
  [ -s "$scratch/taken" ] && break
  sleep 0.1
done
cat "$scratch/taken"
$limited half_a_gibibyte.cu >"$scratch/memory" 2>&1
was=$?
exec 9>&-
wait "$filler"
finish "too little memory" "free memory|are free" 4 "$scratch/memory" "$was"

echo "== counters refused (injected where CUPTI is called): WARPLENS_REFUSE_COUNTERS=1"
WARPLENS_REFUSE_COUNTERS=1 $limited "$good" >"$scratch/refused" 2>&1
was=$?
head -20 "$scratch/refused"
finish "counters refused" "replay" 0 "$scratch/refused" "$was"

echo "== no GPU visible: CUDA_VISIBLE_DEVICES="
CUDA_VISIBLE_DEVICES= $limited "$good" >"$scratch/device" 2>&1
finish "no GPU" "no GPU|finds no" 4 "$scratch/device" $?

echo "== no driver: the loader finds files of that name that are no libraries"
mkdir "$scratch/no_driver"
touch "$scratch/no_driver/libcuda.so.1" "$scratch/no_driver/libcuda.so"
LD_LIBRARY_PATH="$scratch/no_driver${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" $limited "$good" \
  >"$scratch/driver" 2>&1
finish "no driver" "no NVIDIA driver" 4 "$scratch/driver" $?

echo "$passed cases pass, $failed fail"
[ "$failed" -eq 0 ]
