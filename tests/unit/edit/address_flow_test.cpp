// Which uses of an element's address leave the array free to be laid out otherwise.
#include "sim/edit/address_flow.hpp"

#include <doctest/doctest.h>

#include "sim/edit/array_uses.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// What keeps s where it is; "": nothing.
std::string escape_of(const std::string& functions, const std::string& body) {
  const auto run = test::must_run(functions +
                                      "__global__ void k(int* out) {\n  __shared__ int s[32][32];\n"
                                      "  int t = threadIdx.x;\n" +
                                      body + "  out[t] = s[t][0];\n}\n",
                                  "--block 32 --arg out=int[32]:zero --checks none");
  const lang::Variable* array = edit::declaration_of(*run->program, run->program->shared.front());
  REQUIRE(array != nullptr);
  const edit::ArrayUses uses = edit::uses_of(*run->program, *array);
  return uses.escape ? uses.escape->message : "";
}

const std::string kSet = "__device__ void set(int* p, int v) { *p = v; }\n";
const std::string kSecond = "__device__ void set(int* p, int v) { p[1] = v; }\n";
const std::string kOffset =
    "__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }\n"
    "__device__ void load(unsigned& r, const int* p) {\n  unsigned a = place(p);\n"
    "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(r) : "
    "\"r\"(a));\n}\n";

}  // namespace

TEST_CASE("address flow: a function that accesses what it is given") {
  CHECK(escape_of(kSet, "  set(&s[t][0], 3);\n").empty());
  CHECK(escape_of("", "  int* p = &s[t][0];\n  *p = 3;\n").empty());
  CHECK(escape_of("", "  int& r = s[t][0];\n  r = 3;\n").empty());
  CHECK(escape_of(kOffset, "  unsigned r;\n  load(r, &s[t][0]);\n  s[t][1] = r;\n").empty());
}

TEST_CASE("address flow: what counts on the neighbours") {
  const std::string kept =
      "the address of an element of 's' is kept or passed on here, so other code may count on "
      "where its neighbours are";
  CHECK(escape_of(kSecond, "  set(&s[t][0], 3);\n") == kept);
  CHECK(escape_of("", "  int* p = &s[t][0];\n  p[2] = 3;\n") == kept);
  CHECK(escape_of("", "  int* p = &s[t][0];\n  ++p;\n  *p = 3;\n") == kept);
  CHECK(escape_of("", "  for (int* p = &s[0][0]; p != &s[1][0]; p += 32) *p = 3;\n") == kept);
  CHECK(escape_of("__device__ int* same(int* p) { return p + 1; }\n", "  *same(&s[t][0]) = 1;\n") ==
        kept);
}
