#include "tests/gui/walk/nasty_text.hpp"

#include <array>

namespace warplens::tests {

namespace {

constexpr std::array kPieces = {
    "template <int> struct S { };",
    "template <int N> __global__ void t(float* a) { a[N] = 1; }",
    "template <typename T> T f(T x) { return f(x > > 1)",
    "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n",
    "__device__ int r(int n) { return n < 2 ? n : r(n - 1) + r(n - 2); }",
    "__shared__ float s[32][33];",
    "__syncthreads();",
    "while (true) {}",
    "for (;;) p[0]++;",
    "a[1000000000] = 1;",
    "int x[4096][4096];",
    "#define A A A\nA",
    "#define B(x) B(x) B(x)\n",
    "#include \"nothing.h\"\n",
    "#include",
    "#if 1\n",
    "#",
    "// warplens: --grid 1 --block 32 --arg p=int[32]\n",
    "// warplens: --grid 99999999999 --block 0\n",
    "/*",
    "*/",
    "\"",
    "'",
    "{",
    "}",
    "((((((((((((((((",
    "[[[[[[[[",
    ">>>>>>>>",
    "<<<1, 32>>>",
    "::::",
    "a::b::c::d::e::",
    "0x",
    "1e999",
    "99999999999999999999",
    "\\",
    "\\\n",
    "\t\t\t",
    "\n\n\n",
    "\r\n",
    "                                        ",
    "printf(\"%d %s %n\", 1);",
    "assert(0);",
    "asm volatile(\"bar.sync 0;\");",
    "struct P { P* p; int a[3]; };",
    "operator+",
    "\xE7\x9F\xA9\xE9\x98\xB5",  // Chinese
    "\xF0\x9F\x98\x80",          // an emoji
    "\xE2\x80\xAE"
    "abc",                                // right to left from here
    "\x1B[31m",                           // a terminal's colours
    "\xEF\xBB\xBF",                       // a byte-order mark
    "\xC3\x28\xFF\xFE\x80",               // no UTF-8
    "\xED\xA0\x80",                       // half a surrogate pair
    "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81",  // accents upon accents
};

constexpr std::array kFields = {
    "0",
    "1",
    "-1",
    "7",
    "32",
    "1024",
    "1025",
    "2147483648",
    "1e9",
    "99999999999999999999",
    "",
    " ",
    "abc",
    "1,2,3",
    "16,16",
    "0,0",
    "1,1,1,1",
    "float[32]",
    "int[0]",
    "float[1024][1024]",
    "int[9999999999]",
    "@p",
    "@",
    "zero",
    "<",
    "t<4>",
    "t<",
    "k<int, 3>",
    "N=8 M=",
    "--then",
    "--grid 2",
    "\xFF",
    "\xE7\x9F\xA9",
    "float[8]:zero",
    "file=/dev/zero",
    "file=walk.log",
    "int[32]:random",
};

constexpr std::array kKernels = {
    "// warplens: --grid 2 --block 64 --arg p=int[128]\n"
    "__global__ void k(int* p) {\n  __shared__ int s[64];\n  s[threadIdx.x] = p[blockIdx.x * 64 + "
    "threadIdx.x];\n  __syncthreads();\n  p[blockIdx.x * 64 + threadIdx.x] = s[63 - "
    "threadIdx.x];\n}\n",
    "__global__ void plain(float* a, const float* b, int n) {\n  int i = blockIdx.x * blockDim.x + "
    "threadIdx.x;\n  if (i < n) a[i] = b[i] * 2;\n}\n",
    "#include <cstdio>\n// warplens: --grid 1 --block 32 --arg p=int[32]\n"
    "__global__ void k(int* p) {\n  for (int i = 0; i < 50; ++i) {\n    __syncthreads();\n    p[i] "
    "= i;\n  }\n  if (threadIdx.x == 3) printf(\"%d\\n\", p[40]);\n}\n",
    "// warplens: --grid 1 --block 32 --arg p=int[4]\n"
    "__global__ void endless(int* p) {\n  while (true) p[0]++;\n}\n",
    "template <int TILE> __global__ void t(float* a) {\n  __shared__ float s[TILE][TILE];\n  "
    "s[threadIdx.y][threadIdx.x] = a[threadIdx.x];\n  a[0] = s[0][0];\n}\n",
    "// warplens: --grid 1 --block 32 --arg a=int[32] --then '--kernel b --grid 1 --block 32'\n"
    "__global__ void a(int* a) { a[threadIdx.x] += 1; }\n__global__ void b(int* a) { "
    "a[31 - threadIdx.x] *= 2; }\n",
    "__global__ void add(int* a, int n) { a[threadIdx.x] += n; }\nint main() { int* d; "
    "cudaMalloc(&d, 128); add<<<1, 32>>>(d, 3); }\n",
    "",
};

template <class List>
std::string one_of(const List& list, Chance& chance) {
  return list[chance.below(static_cast<uint32_t>(list.size()))];
}

}  // namespace

std::string nasty_text(Chance& chance) {
  std::string text = one_of(kPieces, chance);
  while (chance.one_in(3)) text += one_of(kPieces, chance);
  if (chance.one_in(40)) {
    const std::string piece = text;
    const uint32_t times = chance.below(2000);
    for (uint32_t i = 0; i < times; ++i) text += piece;
  }
  if (chance.one_in(8)) {
    text.clear();
    const uint32_t size = chance.below(30);
    for (uint32_t i = 0; i < size; ++i) text += static_cast<char>(1 + chance.below(255));
  }
  return text;
}

std::string some_kernel(Chance& chance) {
  return one_of(kKernels, chance);
}

std::string nasty_field(Chance& chance) {
  return chance.one_in(6) ? nasty_text(chance) : one_of(kFields, chance);
}

}  // namespace warplens::tests
