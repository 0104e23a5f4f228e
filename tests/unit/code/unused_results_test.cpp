#include "sim/code/unused_results.hpp"

#include "support.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

namespace {

// Of each atomic in order of the text, whether its result is unused.
std::vector<bool> unused_of(const std::string& body) {
  const auto program = program_of(
      "__device__ int old(int* a) { return atomicAdd(a, 1); }\n"
      "__device__ void drop(int* a) { atomicAdd(a, 1); }\n"
      "__global__ void k(int* a, int* b, double* d, int n) { int t = threadIdx.x;\n" +
      body + " }");
  const std::vector<bool> unused = unused_results(*program);
  std::vector<bool> of_atomics;
  for (size_t i = 0; i < unused.size(); ++i) {
    if (program->sites[i].operation == Operation::kAtomic)
      of_atomics.push_back(unused[i]);
    else
      CHECK_FALSE(unused[i]);
  }
  return of_atomics;
}

using Answers = std::vector<bool>;

}  // namespace

TEST_CASE("unused results: of statements, in loops and branches, in functions") {
  CHECK(unused_of("atomicAdd(a, 1);") == Answers{true});
  CHECK(unused_of("atomicAdd(d, 1.0); atomicExch(&b[t], t); (void)atomicMax(a, t);") ==
        Answers{true, true, true});
  CHECK(
      unused_of("for (int i = 0; i < n; ++i) { if (i & 1) atomicAdd(&a[i], i); b[t] += i * n; }") ==
      Answers{true});
  CHECK(unused_of("drop(a); drop(b);") == Answers{true, true});
  CHECK(unused_of("t < n ? atomicAdd(a, 1) : atomicSub(b, 2);") == Answers{true, true});
}

TEST_CASE("unused results: not where something reads them, however late") {
  CHECK(unused_of("b[t] = atomicAdd(a, 1);") == Answers{false});
  CHECK(unused_of("atomicCAS(a, 1, t);") == Answers{false});
  CHECK(unused_of("int x = atomicAdd(a, 1); if (n > 3) b[t] = x;") == Answers{false});
  CHECK(unused_of("if (atomicCAS(a, 0, 1) == 0) b[t] = 1;") == Answers{false});
  CHECK(unused_of("b[t] = old(a);") == Answers{false});
  CHECK(unused_of("b[atomicAdd(a, 1)] = 1;") == Answers{false});
  CHECK(unused_of("printf(\"%d\", atomicAdd(a, 1));") == Answers{false});
  CHECK(unused_of("while (atomicExch(a, 1) != 0) { }") == Answers{false});
  CHECK(unused_of("b[t] = t < n ? atomicAdd(a, 1) : 4;") == Answers{false});
  CHECK(unused_of("b[t] = __shfl_sync(0xffffffff, atomicAdd(a, 1), 0);") == Answers{false});
}
