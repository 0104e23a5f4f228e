#!/bin/sh
# join.sh parts/*.csv > grades.csv: the rows of all parts of `warplens grade --shard`, as one call for
# the whole folder prints them. The names are of part.sh, 00001-of-00064.csv, in the order in
# which a shell sorts them. If a part is missing or cut, nothing is printed, and the status is 1.
# A row may have several lines: a cell in quotes may hold line ends.
[ $# -gt 0 ] || { echo "usage: join.sh PART.csv..." >&2; exit 2; }

last=${1##*-of-}
expected=$(echo "${last%.csv}" | sed 's/^0*//')
case $expected in '' | *[!0-9]*) expected=$# ;; esac
if [ "$expected" -ne $# ]; then
  echo "join.sh: $# of $expected parts are there" >&2
  exit 1
fi

awk -v count=$# '
  FNR == 1 { ++part; rows[part] = -1; open[part] = 0 }  # the first row names the columns
  {
    row = open[part] ? row "\n" $0 : $0
    open[part] = gsub(/"/, "\"", row) % 2
    if (!open[part]) all[++rows[part], part] = row
  }
  END {
    # Row k of part p is row (k - 1) * count + p of the folder, so the first parts may have one more.
    for (p = 1; p <= count; ++p) {
      if (p > part || open[p] || rows[p] < rows[1] - 1 || (p > 1 && rows[p] > rows[p - 1])) {
        print "join.sh: part " p " is cut, or the parts are not in their order" > "/dev/stderr"
        exit 1
      }
    }
    print all[0, 1]
    for (k = 1; k <= rows[1]; ++k)
      for (p = 1; p <= count; ++p) if ((k, p) in all) print all[k, p]
  }' "$@"
