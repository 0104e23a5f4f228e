// Objects from lists, constructors and casts; what references are bound to.
#include <doctest/doctest.h>

#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::body_of;
using testing::compiled;
using testing::errors_of;

namespace {

using Lines = std::vector<std::string>;

const std::string kRecords =
    "struct Pair { int a; float b; };\n"
    "struct Grid { int cells[2][2]; Pair last; };\n"
    "struct Vec {\n"
    "  float x, y;\n"
    "  __device__ Vec() : x(0), y(0) {}\n"
    "  __device__ Vec(float px, float py) : x(px), y(py) {}\n"
    "};\n"
    "struct Part { int a = 7; int b; };\n";

// The statements of a kernel with these structs, one line each.
std::string body_with(const std::string& body) {
  const auto unit = compiled(kRecords + "__global__ void k(float* a, int n) {\n" + body + "\n}\n");
  std::string text;
  for (const StmtPtr& statement : unit->kernels.at(0).body->statements) {
    text += (text.empty() ? "" : "\n") + testing::print(*statement);
  }
  return text;
}

// Without their lines.
Lines errors_in(const std::string& body) {
  Lines messages;
  for (const std::string& error :
       errors_of(kRecords + "__global__ void k(float* a, int n) {\n" + body + "\n}\n")) {
    messages.push_back(error.substr(error.find(' ') + 1));
  }
  return messages;
}

}  // namespace

TEST_CASE("construct: vectors from make_ functions, lists and dim3's constructor") {
  CHECK(body_of("float2 v = {1, 2}; float2 w{3}; float2 z{};") ==
        "let float2 v (float2 (->float 1) (->float 2))\nlet float2 w (float2 (->float 3))\n"
        "let float2 z (float2)");
  CHECK(body_of("dim3 g(n, 2);") ==
        "let dim3 g (dim3 (->unsigned int (load n)) (->unsigned int 2) 1u)");
  CHECK(body_of("float4 v; v = float4{1, 2, 3, 4};") ==
        "let float4 v\n(= v (float4 (->float 1) (->float 2) (->float 3) (->float 4)))");
  CHECK(errors_of("__global__ void k() { float4 v = float4(1, 2, 3, 4); }") ==
        Lines{"1:34: 'float4' has no constructor"});
  CHECK(errors_of("__global__ void k() { float2 v = make_float2(1); }") ==
        Lines{"1:34: 'make_float2' takes 2 arguments, not 1"});
  CHECK(errors_of("__global__ void k() { float2 v = {1, 2, 3}; }") ==
        Lines{"1:41: more values than 'float2' has members (2)"});
}

TEST_CASE("construct: aggregates, with and without inner braces") {
  CHECK(body_with("Pair p = {1, 2};") == "let Pair p (Pair 1 (->float 2))");
  CHECK(body_with("Grid g = {{{1, 2}, {3}}, {4, 5}};") ==
        "let Grid g (Grid (int[2][2] (int[2] 1 2) (int[2] 3)) (Pair 4 (->float 5)))");
  CHECK(body_with("Grid g = {1, 2, 3, 4, 5};") ==
        "let Grid g (Grid (int[2][2] (int[2] 1 2) (int[2] 3 4)) (Pair 5))");
  CHECK(body_with("Pair p[2] = {{1, 2}, {3, 4}};") ==
        "let Pair[2] p (Pair 1 (->float 2)) (Pair 3 (->float 4))");
  CHECK(body_with("Part p;") == "let Part p (Part 7)");
  CHECK(body_with("Part p = {1};") == "let Part p (Part 1)");
}

TEST_CASE("construct: constructors make the variable itself") {
  CHECK(body_with("Vec v(1, n);") ==
        "let Vec v (Vec::Vec:void (& v) (->float 1) (->float (load n)))");
  CHECK(body_with("Vec v = Vec(1, 2);") ==
        "let Vec v (Vec::Vec:void (& v) (->float 1) (->float 2))");
  CHECK(body_with("Vec v;") == "let Vec v (Vec::Vec:void (& v))");
  CHECK(body_with("Vec v = {1, 2};") == "let Vec v (Vec::Vec:void (& v) (->float 1) (->float 2))");
  CHECK(body_with("a[0] = Vec(1, 2).x;").substr(0, 55) ==
        "(= (index (load a) 0) (load (.x (temporary (Vec::Vec:vo");
  CHECK(errors_in("Vec v(1, 2, 3);") == Lines{"no 'Vec' takes (int, int, int)"});
}

TEST_CASE("construct: casts of every spelling") {
  CHECK(body_of("a[0] = float(n) + float{1.5f} + int();") ==
        "(= (index (load a) 0) (+ (+ (cast float (load n)) (cast float 1.5f)) (->float 0)))");
  CHECK(body_of("float4 v = reinterpret_cast<const float4*>(b)[n];") ==
        "let float4 v (load (index (cast const float4* (load b)) (load n)))");
  CHECK(body_of("float4 v = reinterpret_cast<const float4&>(b[n]);") ==
        "let float4 v (load (* (cast const float4* (& (index (load b) (load n))))))");
  CHECK(body_of("unsigned long long p = (unsigned long long)a; a = (float*)(p + 4);") ==
        "let unsigned long long p (cast unsigned long long (load a))\n"
        "(= a (cast float* (+ (load p) (->unsigned long long 4))))");
}

TEST_CASE("construct: references") {
  CHECK(body_of("float& x = a[n]; x = 1; float* p = &x;") ==
        "let float* x (& (index (load a) (load n)))\n(= (* (load x)) (->float 1))\n"
        "let float* p (load x)");
  CHECK(body_of("const float& x = n;").substr(0, 42) ==
        "let const float* x (->const float* (& (tem");
  CHECK(errors_in("float& x = n;") == Lines{"a reference to 'float' cannot refer to 'int'"});
  CHECK(errors_in("float& x = 1.5f;") ==
        Lines{"a reference needs a variable, and this is a value"});
  CHECK(errors_in("float& x;") == Lines{"the reference 'x' refers to nothing"});
}
