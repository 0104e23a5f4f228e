// Which sites access a volatile place.
#include "tests/unit/code/support.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

namespace {

// In order of the program: for each site whether it is volatile.
std::vector<bool> volatile_sites(const std::string& body) {
  const auto program = program_of(
      "struct S { int x; int v[2]; };\n"
      "__global__ void k(int* a, volatile S* s) {" +
      body + "}");
  std::vector<const AccessSite*> in_order;
  for (const AccessSite& site : program->sites) in_order.push_back(&site);
  std::sort(in_order.begin(), in_order.end(),
            [](const AccessSite* x, const AccessSite* y) { return x->pc < y->pc; });
  std::vector<bool> found;
  for (const AccessSite* site : in_order) found.push_back(site->is_volatile);
  return found;
}

}  // namespace

TEST_CASE("volatile: a site is as volatile as its place") {
  using Found = std::vector<bool>;
  CHECK(volatile_sites("a[0] = 1;") == Found{false});
  CHECK(volatile_sites("volatile __shared__ int t[32]; t[threadIdx.x] = 1;") == Found{true});
  CHECK(volatile_sites("extern volatile __shared__ int t[]; t[0] = 1;") == Found{true});
  CHECK(volatile_sites("*(volatile int*)a = 1;") == Found{true});
  CHECK(volatile_sites("volatile int& r = a[1]; r = 1; a[1] = 2;") == Found{true, false});
  CHECK(volatile_sites("s->x = 1; s->v[1] = 2;") == Found{true, true});
  CHECK(volatile_sites("int* volatile p = a; *p = 1;") == Found{false});
}
