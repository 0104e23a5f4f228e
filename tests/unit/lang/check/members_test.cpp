// Members of vectors and records, and the builtins as vectors.
#include <doctest/doctest.h>

#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::body_of;
using testing::compiled;
using testing::errors_of;

namespace {

using Lines = std::vector<std::string>;

// The errors of a kernel whose body is `body`, in its line 2.
Lines errors_in(const std::string& body, const std::string& before = "") {
  return errors_of(before + "__global__ void k(float4* v, const float4* c, float* a, int n) {\n" +
                   body + "\n}\n");
}

std::string statement_of(const std::string& text, size_t which) {
  const auto unit = compiled(text);
  return testing::print(*unit->kernels.at(0).body->statements.at(which));
}

}  // namespace

TEST_CASE("members: of a vector in memory only the component is loaded") {
  CHECK(body_of("float4 v = make_float4(1, 2, 3, 4); a[0] = v.y;") ==
        "let float4 v (float4 (->float 1) (->float 2) (->float 3) (->float 4))\n"
        "(= (index (load a) 0) (load (.y v)))");
  CHECK(body_of("float4* p = (float4*)a; p[n].z = 1; (*p).w += 2; p->x = p[1].x;") ==
        "let float4* p (cast float4* (load a))\n"
        "(= (.z (index (load p) (load n))) (->float 1))\n"
        "(+= float (.w (* (load p))) (->float 2))\n"
        "(= (.x (* (load p))) (load (.x (index (load p) 1))))");
}

TEST_CASE("members: of a value, and of what a call gives") {
  CHECK(body_of("a[0] = make_float2(1, 2).y;") ==
        "(= (index (load a) 0) (.y (float2 (->float 1) (->float 2))))");
}

TEST_CASE("members: threadIdx and its like as a whole") {
  CHECK(body_of("uint3 t = threadIdx; n = t.x;") ==
        "let uint3 t (uint3 threadIdx.x threadIdx.y threadIdx.z)\n(= n (->int (load (.x t))))");
  CHECK(body_of("dim3 g = gridDim;") == "let dim3 g (dim3 gridDim.x gridDim.y gridDim.z)");
  CHECK(body_of("dim3 t = threadIdx;") == "let dim3 t (dim3 threadIdx.x threadIdx.y threadIdx.z)");
  CHECK(body_of("n = threadIdx.y;") == "(= n (->int threadIdx.y))");
}

TEST_CASE("members: of nested structs, arrays in structs, through a reference") {
  const std::string text =
      "struct Inner { float v[3]; int n; };\n"
      "struct Outer { Inner in; float4 q; };\n"
      "__global__ void k(Outer* o, float* a) {\n"
      "  Outer& r = o[2];\n"
      "  a[0] = r.in.v[1];\n"
      "  o->in.n = 3;\n"
      "}\n";
  CHECK(statement_of(text, 1) == "(= (index (load a) 0) (load (index (.v (.in (* (load r)))) 1)))");
  CHECK(statement_of(text, 2) == "(= (.n (.in (* (load o)))) 3)");
}

TEST_CASE("members: what is wrong is reported at the member's name") {
  CHECK(errors_in("v[0].q = 1;") == Lines{"2:6: 'float4' has no member 'q'"});
  CHECK(errors_in("v[0].xy = 1;") == Lines{"2:6: 'float4' has no member 'xy'"});
  CHECK(errors_in("v.x = 1;") == Lines{"2:3: 'float4*' has no members (.x)"});
  CHECK(errors_in("v[0]->x = 1;") == Lines{"2:7: an arrow needs a pointer, and this is 'float4'"});
  CHECK(errors_in("a[0].x = 1;") == Lines{"2:6: 'float' has no members (.x)"});
  CHECK(errors_in("c[0].x = 1;") == Lines{"2:1: this is const and cannot be assigned to"});
  CHECK(errors_in("n = threadIdx;") == Lines{"2:5: 'uint3' does not convert to 'int'"});
  CHECK(errors_in("Body b; b.mas = 1;", "struct Body { float mass; };\n") ==
        Lines{"3:11: 'Body' has no member 'mas'"});
}
