#!/bin/sh
# graders.sh WARPLENS: the scripts of assets/graders, called as their graders call them, with hand-ins
# that pass, do not pass, do not compile, are missing, and where there is no verdict. That they write
# what those graders read is tests/unit/cli/grade_formats_test.cpp's.
graders=$(cd "$(dirname "$0")/../../assets/graders" && pwd)
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" && mkdir bin texts || exit 1
ln -s "$(realpath "$1")" bin/warplens
PATH=$folder/bin:$PATH
failed=0

cat > texts/right << 'END'
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
END
grep -v 'if (' texts/right > texts/wrong
head -1 texts/right > texts/half

# $1: the case; $2: a pattern of the file $3, which exists where the command before ended with 0.
is() {
  [ "$(cat status)" = 0 ] && grep -q "$2" "$3" || { echo "$1: no $2 in $3"; failed=1; }
}

# $1: of right, wrong, half and none; $2: where the hand-in is to be.
hand_in() {
  rm -rf "$(dirname "$2")"
  mkdir -p "$(dirname "$2")"
  [ "$1" = none ] || cp "texts/$1" "$2"
}

# $1 $2 $3 $4: patterns for right, wrong, half and none.
gradescope() {
  for text in right wrong half none; do
    hand_in $text submission/hand-in.cu
    "$graders/gradescope/run_autograder" . ; echo $? > status
    is "gradescope $text" "$1" results/results.json
    shift
  done
}
prairielearn() {
  for text in right wrong half none; do
    hand_in $text student/hand-in.cu
    "$graders/prairielearn/tests/run.sh" . ; echo $? > status
    is "prairielearn $text" "$1" results/results.json
    shift
  done
}
exercism() {
  mkdir -p output
  for text in right wrong half none; do
    hand_in $text input/add_any_length.cu
    "$graders/exercism/run.sh" add-any-length input/ output/; echo $? > status
    is "exercism $text" "$1" output/results.json
    shift
  done
}
classroom50() {
  for text in right wrong half none; do
    hand_in $text checkout/hand-in.cu
    (cd checkout && CLASSROOM=c ASSIGNMENT=a SUBMISSION_TAG=submit/1 COMMIT_URL=u RELEASE_URL=r \
      "$(command -v python3)" "$graders/classroom50/autograder.py"); echo $? > status
    is "classroom50 $text" "$1" checkout/result.json
    shift
  done
}

gradescope '"output": "passed"' '"output": "not passed"' '"output": "not finished' \
  '"output": "not finished'
prairielearn '"score": 1.0' '"score": 0.75' '"gradable": false' '"gradable": false'
exercism '"status": "pass"' '"status": "fail"' '"status": "error"' '"status": "error"'
if command -v python3 > /dev/null; then
  classroom50 '"score": 4' '"score": 3' '"score": 0' '"score": 0'
fi

# A large course in parts: their rows together are those of one call, also of a name with a line end.
large=$graders/large-course
mkdir hand-ins
cp "$large/part.sh" .
for i in 1 2 3 4 5 6 7; do cp texts/right hand-ins/$i.cu; done
cp texts/wrong 'hand-ins/3, "x".cu'
cp texts/half "hand-ins/4
5.cu"
warplens grade hand-ins/ add-any-length > whole.csv
for i in 1 2 3 4; do
  SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=2 bash "$large/grade.sbatch" hand-ins/ add-any-length 4
done
sh "$large/join.sh" parts/*.csv > joined.csv && cmp whole.csv joined.csv ||
  { echo "grade.sbatch: other rows than of one call"; failed=1; }
rm parts/00003-of-00004.csv
sh "$large/join.sh" parts/*.csv > joined.csv 2> said; status=$?
[ $status = 1 ] && [ ! -s joined.csv ] && grep -q '3 of 4 parts' said ||
  { echo "join.sh: a part is missing"; failed=1; }
head -2 parts/00001-of-00004.csv > parts/00003-of-00004.csv
sh "$large/join.sh" parts/*.csv > joined.csv 2> said; status=$?
[ $status = 1 ] && [ ! -s joined.csv ] && grep -q 'part 3 is cut' said ||
  { echo "join.sh: a part is cut"; failed=1; }
bash "$large/grade.sbatch" hand-ins/ 2> said; status=$?
[ $status = 2 ] && grep -q usage said || { echo "grade.sbatch: its usage"; failed=1; }
# The line of the guide, here with 4 parts; where there is no GNU parallel, one by one.
if ! command -v parallel > /dev/null; then
  cat > bin/parallel << 'END'
#!/bin/sh
while read -r n; do sh -c "$(printf %s "$*" | sed "s/{}/$n/g")"; done
END
  chmod +x bin/parallel
fi
rm -r parts
sed -n '/^seq 64 | parallel/p' "$graders/../guide/lectures.md" | sed 's/64/4/g' > line
[ "$(wc -l < line)" = 1 ] && sh line && sh "$large/join.sh" parts/*.csv > joined.csv &&
  cmp whole.csv joined.csv || { echo "GNU parallel: other rows than of one call"; failed=1; }
for script in "$large"/*; do
  bash -n "$script" || failed=1
  if command -v shellcheck > /dev/null; then shellcheck "$script" || failed=1; fi
done

# Without a verdict there is no file, and the machine is known to be at fault.
"$graders/exercism/run.sh" no-such-exercise input/ output/ 2> said
[ $? = 2 ] && [ ! -e output/results.json ] && grep -q "no exercise" said ||
  { echo "exercism: an unknown exercise"; failed=1; }
# What takes too long is an error of the hand-in.
rm bin/warplens
printf '#!/bin/sh\nexec sleep 60\n' > bin/warplens
chmod +x bin/warplens
sed 's/^seconds=.*/seconds=1/' "$graders/exercism/run.sh" > run.sh
sh run.sh add-any-length input/ output/; echo $? > status
is "exercism: too long" '"status": "error", "message": "The hand-in was stopped' \
  output/results.json
exit $failed
