#!/bin/sh
# PrairieLearn runs this in a container of the image that info.json names, which has `warplens`:
# grades hand-in.cu into results/results.json. Without that file an empty text is graded. Another
# folder than /grade, to try it: $1.
exercise=add-any-length # `warplens exercises` lists all
grade=${1:-/grade}
hand_in=$grade/student/hand-in.cu
if ! [ -f "$hand_in" ]; then
  hand_in=$(mktemp)
  trap 'rm -f "$hand_in"' EXIT
fi
mkdir -p "$grade/results"
warplens grade "$hand_in" "$exercise" --format prairielearn > "$grade/results/results.json"
