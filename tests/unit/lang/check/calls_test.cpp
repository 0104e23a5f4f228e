// Calls of the text's own functions: overloads, defaults, references, members.
#include <doctest/doctest.h>

#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::compiled;
using testing::errors_of;

namespace {

using Lines = std::vector<std::string>;

// The statements of a kernel after `before`, one line each.
std::string body_with(const std::string& before, const std::string& body) {
  const auto unit =
      compiled(before + "__global__ void k(float* a, const float* b, int n) {\n" + body + "\n}\n");
  std::string text;
  for (const StmtPtr& statement : unit->kernels.at(0).body->statements) {
    text += (text.empty() ? "" : "\n") + testing::print(*statement);
  }
  return text;
}

Lines errors_with(const std::string& before, const std::string& body) {
  return errors_of(before + "__global__ void k(float* a, const float* b, int n) {\n" + body +
                   "\n}\n");
}

}  // namespace

TEST_CASE("calls: arguments are converted, defaults filled in") {
  const std::string twice =
      "__device__ float twice(float x, int times = 2) { return x * times; }\n";
  CHECK(body_with(twice, "a[0] = twice(n);") ==
        "(= (index (load a) 0) (twice:float (->float (load n)) 2))");
  CHECK(body_with(twice, "twice(a[0], 3);") == "(twice:float (load (index (load a) 0)) 3)");
}

TEST_CASE("calls: overloads") {
  const std::string both =
      "__device__ int f(int x) { return x; }\n"
      "__device__ float f(float x) { return x; }\n"
      "__device__ int f(int x, int y) { return x + y; }\n";
  CHECK(body_with(both, "n = f(n); a[0] = f(a[0]); n = f('a'); n = f(1, 2);") ==
        "(= n (f:int (load n)))\n(= (index (load a) 0) (f:float (load (index (load a) 0))))\n"
        "(= n (f:int (->int 97)))\n(= n (f:int 1 2))");
  CHECK(errors_with(both, "n = f(1.5);") ==
        Lines{"5:5: this call of 'f' fits more than one function equally well"});
  CHECK(errors_with(both, "n = f(a);") == Lines{"5:5: no 'f' takes (float*)"});
}

TEST_CASE("calls: reference parameters and results") {
  const std::string swap =
      "__device__ void exchange(float& x, float& y) { float t = x; x = y; y = t; }\n"
      "__device__ float& at(float* p, int i) { return p[i]; }\n"
      "__device__ float sum(const float& x) { return x + 1; }\n";
  CHECK(body_with(swap, "exchange(a[0], a[1]);") ==
        "(exchange:void (& (index (load a) 0)) (& (index (load a) 1)))");
  CHECK(body_with(swap, "at(a, 3) = 2;") == "(= (* (at:float* (load a) 3)) (->float 2))");
  CHECK(body_with(swap, "a[0] = at(a, 3);") ==
        "(= (index (load a) 0) (load (* (at:float* (load a) 3))))");
  CHECK(errors_with(swap, "exchange(a[0], 2.f);").size() == 1);
  CHECK(errors_with(swap, "exchange(b[0], a[0]);").size() == 1);
}

TEST_CASE("calls: templates, written and deduced") {
  const std::string text =
      "template <typename T> __device__ T larger(T x, T y) { return x > y ? x : y; }\n"
      "template <int N> __device__ int times(int x) { return x * N; }\n"
      "__device__ int larger(int x, int y) { return x; }\n";
  CHECK(
      body_with(text, "a[0] = larger(a[0], a[1]); n = times<4>(n); n = larger(n, 1);") ==
      "(= (index (load a) 0) (larger<float>:float (load (index (load a) 0)) (load (index (load a) "
      "1))))\n(= n (times<4>:int (load n)))\n(= n (larger:int (load n) 1))");
}

TEST_CASE("calls: member functions, this, static members") {
  const std::string text =
      "struct Counter {\n"
      "  int n;\n"
      "  __device__ void add(int by) { n += by; }\n"
      "  __device__ int get() const { return this->n; }\n"
      "  __device__ static int zero() { return 0; }\n"
      "};\n";
  CHECK(body_with(text, "Counter c; c.add(2); n = c.get(); n = Counter::zero();") ==
        "let Counter c\n(Counter::add:void (& c) 2)\n"
        "(= n (Counter::get:int (->const Counter* (& c))))\n(= n (Counter::zero:int))");
  CHECK(errors_with(text, "const Counter c = {1}; c.add(2);") ==
        Lines{"8:26: 'add' may change the object, and this one is const"});
  CHECK(errors_with(text, "Counter c; c.ad(2);") == Lines{"8:14: 'Counter' has no member 'ad'"});
  const auto unit = compiled(text + "__global__ void k(Counter* c) { c->add(1); }");
  REQUIRE(unit->functions.size() == 1);
  CHECK(testing::print(*unit->functions[0]->body) ==
        "{ (+= int (.n (* (load this))) (load by)); }");
}

TEST_CASE("calls: what does not fit is reported with the candidates") {
  const std::string f = "__device__ int f(int x, float y) { return x; }\n";
  CHECK(errors_with(f, "n = f(1);") == Lines{"3:5: 'f' takes 2 arguments, not 1"});
  CHECK(errors_with(f, "n = f(a, 1);") ==
        Lines{"3:7: argument 1 of 'f': 'float*' does not convert to 'int'"});
  CHECK(errors_with("int h(int x) { return x; }\n", "n = h(1);") ==
        Lines{"3:5: 'h' is host code: a kernel cannot call it"});
  CHECK(errors_with("__device__ void v() {}\n", "n = v();").size() == 1);
}

TEST_CASE("calls: return statements") {
  CHECK(errors_of("__device__ int f(int x) { return; }\n__global__ void k() { f(1); }") ==
        Lines{"1:27: 'f' returns 'int', but no value is given here"});
  CHECK(errors_of("__device__ void f() { return 1; }\n__global__ void k() { f(); }") ==
        Lines{"1:30: 'f' returns nothing: its type is void"});
  const auto unit = compiled(
      "__device__ float2 f(float x) { return {x, 1}; }\n"
      "__global__ void k(float2* a) { a[0] = f(2); }");
  CHECK(testing::print(*unit->functions.at(0)->body) ==
        "{ return (float2 (load x) (->float 1)); }");
}

TEST_CASE("calls: a loop around a call that waits at a barrier holds it") {
  const auto unit = compiled(
      "__device__ void wait() { __syncthreads(); }\n"
      "__device__ void steps() { for (int i = 0; i < 2; ++i) wait(); }\n"
      "__global__ void k() { for (int i = 0; i < 2; ++i) wait(); for (int j = 0; j < 2; ++j) "
      "steps(); }");
  const auto& statements = unit->kernels[0].body->statements;
  CHECK(as<For>(*statements[0]).holds_barrier);
  CHECK_FALSE(as<For>(*statements[1]).holds_barrier);
}
