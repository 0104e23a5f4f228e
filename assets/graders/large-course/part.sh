#!/bin/sh
# part.sh HAND-INS EXERCISE K N: judges every N-th hand-in of a folder from the K-th on, into
# parts/K-of-N.csv. A file of that name is whole.
[ $# -eq 4 ] || { echo "usage: part.sh HAND-INS EXERCISE PART PARTS" >&2; exit 2; }
mkdir -p parts
part=$(printf 'parts/%05d-of-%05d.csv' "$3" "$4")
warplens grade "$1" "$2" --shard "$3/$4" --jobs "${JOBS:-1}" > "$part.begun" && mv "$part.begun" "$part"
