#include "sim/code/program_facts.hpp"

#include "support.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

namespace {

// The variables of the body that may be read unwritten.
std::vector<std::string> unwritten_in(const std::string& body) {
  const auto program = program_of(
      "__device__ int some(int t) { int r; if (t & 1) return 1; r = 2; return r; }\n"
      "__device__ void set(int* p) { *p = 1; }\n"
      "__global__ void k(int* a, int n) { int t = threadIdx.x;\n" +
      body + " }");
  const std::vector<bool> may_be = may_be_read_unwritten(*program);
  std::vector<std::string> names;
  for (size_t i = 0; i < may_be.size(); ++i) {
    if (may_be[i]) names.push_back(program->bare_declarations[i].variable->name);
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("unwritten variables: not those that each way writes first") {
  CHECK(unwritten_in("int x; x = 1; a[t] = x;").empty());
  CHECK(unwritten_in("int x; if (t < n) x = 1; else x = 2; a[t] = x;").empty());
  CHECK(unwritten_in("int x; if (t < n) { x = 1; a[t] = x; }").empty());
  CHECK(unwritten_in("int x; if (t < n) return; x = 1; a[t] = x;").empty());
  CHECK(unwritten_in("int x; do { x = a[t]; if (x > 3) break; } while (x < n); a[t] = x;").empty());
  CHECK(
      unwritten_in("for (int i = 0; i < n; ++i) { int x; if (i == t) continue; x = i; a[x] = x; }")
          .empty());
  CHECK(unwritten_in("int x; switch (t) { case 1: x = 1; break; default: x = 2; } a[t] = x;")
            .empty());
  CHECK(unwritten_in("a[t] = some(t);").empty());
}

TEST_CASE("unwritten variables: those that a way reads first, and those in the frame") {
  CHECK(unwritten_in("int x; a[t] = x;") == Names{"x"});
  CHECK(unwritten_in("int x; if (t < n) x = 1; a[t] = x;") == Names{"x"});
  CHECK(unwritten_in("int x; for (int i = 0; i < n; ++i) x = i; a[t] = x;") == Names{"x"});
  CHECK(unwritten_in("int x; for (int i = 0; i < n; ++i) { if (i > 0) a[t] = x; x = i; }") ==
        Names{"x"});
  CHECK(unwritten_in("int x; switch (t) { case 1: x = 1; break; case 2: x = 2; } a[t] = x;") ==
        Names{"x"});
  CHECK(unwritten_in("double x, y; y = 1; a[t] = x + y;") == Names{"x"});
  CHECK(unwritten_in("int x; set(&x); a[t] = x;") == Names{"x"});
  CHECK(unwritten_in("int x[4]; x[0] = 1; a[t] = x[0];") == Names{"x"});
  CHECK(unwritten_in("int x[4] = {}; a[t] = x[0];").empty());
}
