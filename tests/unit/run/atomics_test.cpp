// What an atomic of the text is on the hardware, and that the totals know what loops find in
// memory.
#include <doctest/doctest.h>

#include "sim/observe/totals/shared_op.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::string kernel(const std::string& type, const std::string& statements) {
  return "__global__ void k(" + type + "* a) {\n  __shared__ " + type + " s[64];\n" +
         "  int i = threadIdx.x;\n  s[i] = 0;\n  __syncthreads();\n  " + statements +
         "\n  __syncthreads();\n  a[i] = s[i];\n}\n";
}

std::shared_ptr<const run::Run> run_of(const std::string& type, const std::string& statements) {
  const std::string name = type == "unsigned long long" ? "uint64_t"
                           : type == "long long"        ? "int64_t"
                                                        : type;
  return test::must_run(kernel(type, statements),
                        "--grid 1 --block 32 --arg a=" + name + "[64]:zero");
}

std::string names_of(const std::string& type, const std::string& statements) {
  std::string names;
  const auto run = run_of(type, statements);
  for (const code::AccessSite& site : run->program->sites) {
    const std::string name = observe::ptx_atomic(site);
    if (!name.empty()) names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

observe::SharedTotal atomics_of(const std::string& type, const std::string& statements) {
  return run_of(type, statements)->totals.shared[2];
}

}  // namespace

TEST_CASE("atomics: PTX's names of all of CUDA's") {
  CHECK(names_of("int",
                 "atomicAdd(s, 1); atomicSub(s, 1); atomicMin(s, i); atomicMax(s, i);"
                 "atomicAnd(s, i); atomicOr(s, i); atomicXor(s, i); atomicExch(s, i);"
                 "atomicCAS(s, 0, i);") ==
        "add.u32 add.u32 min.s32 max.s32 and.b32 or.b32 xor.b32 exch.b32 cas.b32");
  CHECK(names_of("unsigned", "atomicMin(s, 1u); atomicInc(s, 5u); atomicDec(s, 5u);") ==
        "min.u32 inc.u32 dec.u32");
  CHECK(names_of("unsigned long long",
                 "atomicAdd(s, 1ull); atomicMin(s, 1ull); atomicOr(s, 1ull);"
                 "atomicExch(s, 1ull); atomicCAS(s, 0ull, 1ull);") ==
        "add.u64 min.u64 or.b64 exch.b64 cas.b64");
  CHECK(names_of("long long", "atomicMax(s, (long long)i);") == "max.s64");
  CHECK(names_of("float", "atomicAdd(s, 1.0f); atomicExch(s, 1.0f);") == "add.f32 exch.b32");
  CHECK(names_of("double", "atomicAdd(s, 1.0);") == "add.f64");
}

TEST_CASE("atomics: each is an instruction, a compare-and-swap or a loop") {
  const observe::SharedTotal add = atomics_of("int", "atomicAdd(&s[i % 4], 1);");
  CHECK(add.wavefronts == 8);
  CHECK(add.atomics == 1);
  CHECK(add.loop_loads == 0);
  CHECK(atomics_of("int", "atomicCAS(&s[i % 4], 0, 1);").wavefronts == 16);
  const observe::SharedTotal sum = atomics_of("float", "atomicAdd(&s[i % 4], 1.0f);");
  CHECK(sum.requests == 1);
  CHECK(sum.atomics == 8);
  CHECK(sum.loop_loads == 8);
  CHECK(sum.wavefronts == 24);
}

TEST_CASE("atomics: the rounds of a loop depend on the contents of memory") {
  const std::string type = "unsigned long long";
  // All store 7: the first swaps, the others find it done.
  const observe::SharedTotal same = atomics_of(type, "atomicMax(&s[0], 7ull);");
  CHECK(same.atomics == 2);
  CHECK(same.loop_loads == 2);
  // Every lane has more than the one before.
  const observe::SharedTotal rising = atomics_of(type, "atomicMax(&s[0], 1ull + i);");
  CHECK(rising.atomics == 33);
  // Memory has that value: no lane swaps.
  const observe::SharedTotal none = atomics_of(type, "atomicMax(&s[0], 0ull);");
  CHECK(none.atomics == 1);
  CHECK(none.loop_loads == 1);
}
