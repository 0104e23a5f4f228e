#!/bin/sh
# run.sh SLUG INPUT OUTPUT: what Exercism calls as /opt/test-runner/bin/run.sh. Grades the hand-in of
# the folder INPUT, add_any_length.cu for the slug add-any-length, into OUTPUT/results.json. Without
# that file an empty text is graded. Exercism ends a run after 20 seconds or with more than 3 GB: this
# ends before, and says so.
[ $# -eq 3 ] || { echo "usage: $0 SLUG INPUT OUTPUT" >&2; exit 2; }
hand_in=${2%/}/$(printf %s "$1" | tr - _).cu
results=${3%/}/results.json
seconds=18
ulimit -v 3000000 # [KiB]
empty=
if ! [ -f "$hand_in" ]; then
  empty=$(mktemp)
  hand_in=$empty
fi
timeout "$seconds" warplens grade "$hand_in" "$1" --format exercism > "$results"
status=$?
[ -z "$empty" ] || rm -f "$empty"
[ $status -eq 0 ] && exit 0
if [ $status -eq 124 ]; then
  printf '{"version": 3, "status": "error", "message": "%s", "tests": []}\n' \
    "The hand-in was stopped after $seconds seconds." > "$results"
  exit 0
fi
rm -f "$results" # no verdict: the exercise or the machine is at fault
exit $status
