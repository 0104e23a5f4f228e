#include "app/gui/session/fragment.hpp"

#include <doctest/doctest.h>

using namespace warplens;

TEST_CASE("fragment: statements get a kernel, behind the preprocessor's lines") {
  CHECK(gui::wrapped_fragment("int t = threadIdx.x;") ==
        "__global__ void pasted() {\nint t = threadIdx.x;\n}\n");
  CHECK(gui::wrapped_fragment("#define N 32\n\n__shared__ int s[N];\ns[0] = 1;\n") ==
        "#define N 32\n\n__global__ void pasted() {\n__shared__ int s[N];\ns[0] = 1;\n}\n");
}

TEST_CASE("fragment: a text with functions stays as it is") {
  CHECK_FALSE(gui::wrapped_fragment("__global__ void k() { int a; }"));
  CHECK_FALSE(gui::wrapped_fragment("__device__ int f() { return 1; }"));
  CHECK_FALSE(gui::wrapped_fragment("int main() { return 0; }"));
  CHECK_FALSE(gui::wrapped_fragment("no statement"));
  CHECK_FALSE(gui::wrapped_fragment(""));
}
