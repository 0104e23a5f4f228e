#!/bin/bash
# lecture_pictures.sh WARPLENS: each stop and text of a lecture as a picture and a film, also after a stop whose page
# covered all else, and a handout with a question's text in front and the picture of its answer at the end.
set -u
warplens=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/my --talk" && cd "$scratch/my --talk" || exit 1
fail() {
  echo "$1"
  cat errors
  exit 1
}

cat > copy.cu <<'TEXT'
__global__ void copy(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
TEXT
cat > talk.txt <<'TEXT'
product.operations-a-byte [2]
copy.cu @ access 2 --grid 1 --block 32 --arg in=float[32] --arg out=float[32] [1]
threads.x-is-the-column
blank
vote 4.3
TEXT
"$warplens" lecture "../my --talk/talk.txt" --pictures "pictures of it" 2> errors
status=$?
[ $status -eq 4 ] && exit 77
[ $status -eq 0 ] || fail "status $status"
for name in 01-product.operations-a-byte 02-copy 03-threads.x-is-the-column 05-banks.row-then-column; do
  [ "$(head -c 4 "pictures of it/$name.png" | tail -c 3)" = PNG ] || fail "no picture $name"
  [ "$(head -c 3 "pictures of it/$name.gif")" = GIF ] || fail "no film $name"
done
[ "$(ls "pictures of it" | wc -l)" -eq 8 ] || fail "$(ls "pictures of it")"

# Ctrl+C while they are drawn: what is there is whole, and said.
"$warplens" lecture talk.txt --pictures some 2> errors &
for i in $(seq 600); do
  [ -e some/01-product.operations-a-byte.png ] && break
  sleep 0.1
done
kill -INT $!
wait $!
status=$?
[ $status -eq 130 ] || fail "interrupted: status $status"
count=$(ls some | wc -l)
[ "$count" -lt 8 ] || fail "all were drawn after an interruption"
grep -q "interrupted; $count of 8 pictures and films are in some" errors || fail "interrupted: it says"

"$warplens" lecture talk.txt --handout handout.html 2> errors || fail "status $?"
[ -s errors ] && fail "it complains"
# Two questions have two pictures each.
[ "$(grep -c '<img src="data:image/png;base64,' handout.html)" -eq 6 ] || fail "pictures are missing"
[ "$(sed -n '/class="answers"/,$p' handout.html | grep -c '<img ')" -eq 2 ] || fail "answers have no pictures"
