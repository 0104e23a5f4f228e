#!/bin/sh
# patches_apply.sh WARPLENS: `patch` and `git apply` take what `warplens fix` prints, and make of the
# file what `--apply` makes of it: of odd line ends, bytes and names. 77 (skipped) without the tools.
warplens=$1
command -v patch > /dev/null && command -v git > /dev/null || exit 77
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" && git init -q . || exit 1
failed=0
tries=0

# $1: the file's name as it is given; its text is in the file `text`.
check() {
  tries=$((tries + 1))
  mkdir -p "$(dirname "$1")"
  cp text "$1"
  "$warplens" fix "$1" --apply > /dev/null && cp "$1" wanted && cp text "$1" &&
    ! cmp -s text wanted || { echo "$1: not fixed"; failed=1; return; }
  "$warplens" fix "$1" > report
  for tool in "patch -s -p0 -i report" "git apply -p0 report"; do
    cp text "$1"
    $tool > said 2>&1 && cmp -s "$1" wanted || { echo "$1: $tool: $(head -3 said)"; failed=1; }
  done
}

kernel() {
  cat << 'END'
// warplens: --block 32 --arg in=float[1024] --arg out=float[1024]:zero
__global__ void turned(const float* in, float* out) {
  __shared__ float rows[32][32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) rows[t][i] = in[32 * i + t];
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[32 * i + t] = rows[i][t];
}
END
}

kernel > text;                                          check plain.cu
kernel | sed 's/$/\r/' > text;                          check crlf.cu
kernel | sed '4s/$/\r/' > text;                         check mixed.cu
kernel | sed '3s/$/\r/' > text;                         check changed_line.cu
{ printf '\357\273\277'; kernel; } > text;              check mark.cu
{ printf '\357\273\277'; kernel | sed 's/$/\r/'; } > text; check mark_crlf.cu
kernel | sed "4s|\$|$(printf ' \f // page')|" > text;   check form_feed.cu
kernel | sed "2s|\$|$(printf ' // gr\374n')|" > text;   check latin1.cu
kernel | sed "2s|\$|$(printf ' // a\342\200\250b')|" > text; check separator.cu
kernel | sed "2s|\$|$(printf ' // \033[31mred')|" > text; check escape.cu
printf %s "$(kernel)" > text;                           check no_end.cu
printf %s "$(kernel | sed 's/$/\r/')" > text;           check no_end_crlf.cu
kernel | tr '\n' ' ' | sed 's/:zero /:zero\n/' > text;  check long_line_no_end.cu
kernel > text
check 'two words.cu'
check 'deep folder/the kernel.cu'
check ./sub/dotted.cu
check sub//twice.cu
check sub/../sub/back.cu
check "$folder/sub/whole.cu"
check 'quoted"name.cu'
check 'back\slash.cu'
check "$(printf 'tab\tname.cu')"
check "$(printf 'gr\303\274n.cu')"
[ $tries = 23 ] || { echo "$tries files were tried"; failed=1; }
exit $failed
