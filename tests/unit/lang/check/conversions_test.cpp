// Places and values: what assignments, ?: and commas are, and how __half is computed.
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::body_of;
using testing::errors_of;
using warplens::test::golden;

TEST_CASE("conversions: an assignment and a prefix step are places") {
  CHECK(body_of("(n = 1) += 2;") == "(+= int (= n 1) 2)");
  CHECK(body_of("++(++n);") == "(++x (++x n))");
  CHECK(body_of("n = (u = 3);") == "(= n (->int (= u (->unsigned int 3))))");
  CHECK(body_of("float* p = &(a[0] = 1);") ==
        "let float* p (& (= (index (load a) 0) (->float 1)))");
  CHECK(errors_of("__global__ void k(int n) { n++ = 1; }") == golden("lang.conversions.no_place"));
}

TEST_CASE("conversions: ?: and a comma of two places are a place") {
  CHECK(body_of("(n ? a[0] : a[1]) = 2;") ==
        "(= (* (? float* (->bool (load n)) (& (index (load a) 0)) (& (index (load a) 1)))) "
        "(->float 2))");
  CHECK(body_of("(n++, a[n]) = 2;") == "(= (, (x++ n) (index (load a) (load n))) (->float 2))");
  CHECK(body_of("d = n ? a[0] : a[1];") ==
        "(= d (->double (? float (->bool (load n)) (load (index (load a) 0)) "
        "(load (index (load a) 1)))))");
}

TEST_CASE("conversions: operator words") {
  CHECK(body_of("if (n and not u) n = 1;") ==
        "if (&& (->bool (load n)) (! (->bool (load u)))) (= n 1) else -");
}

TEST_CASE("conversions: __half computes in float and rounds once") {
  CHECK(body_of("__half h = a[0]; a[1] = h;") ==
        "let __half h (->__half (load (index (load a) 0)))\n"
        "(= (index (load a) 1) (->float (load h)))");
  CHECK(body_of("half h = 1.0f; h = h * h;") ==
        "let __half h (->__half 1.f)\n"
        "(= h (->__half (* (->float (load h)) (->float (load h)))))");
  CHECK(body_of("half h; h += h; a[0] = h + a[1]; n = h < h;") ==
        "let __half h\n(+= float h (->float (load h)))\n"
        "(= (index (load a) 0) (+ (->float (load h)) (load (index (load a) 1))))\n"
        "(= n (->int (< (->float (load h)) (->float (load h)))))");
  CHECK(body_of("half h = __float2half(a[0]); h = __hfma(h, h, h); a[0] = __half2float(h);") ==
        "let __half h (->__half (load (index (load a) 0)))\n"
        "(= h (->__half (__fma_rn:double (->double (load h)) (->double (load h)) (->double (load "
        "h)))))\n"
        "(= (index (load a) 0) (->float (load h)))");
}

TEST_CASE("conversions: __nv_bfloat16 does the same") {
  CHECK(body_of("nv_bfloat16 h = a[0]; h = h * h; a[1] = h;") ==
        "let __nv_bfloat16 h (->__nv_bfloat16 (load (index (load a) 0)))\n"
        "(= h (->__nv_bfloat16 (* (->float (load h)) (->float (load h)))))\n"
        "(= (index (load a) 1) (->float (load h)))");
  CHECK(
      body_of("__nv_bfloat16 h = __float2bfloat16(a[0]); a[0] = __bfloat162float(__hmax(h, h));") ==
      "let __nv_bfloat16 h (->__nv_bfloat16 (load (index (load a) 0)))\n"
      "(= (index (load a) 0) (->float (->__nv_bfloat16 (max:float (->float (load h)) (->float "
      "(load h))))))");
}

TEST_CASE("conversions: pairs of halves come with cuda_fp16.h") {
  const auto unit = testing::compiled(
      "#include <cuda_fp16.h>\n"
      "__global__ void k(const half2* h, float2* a) {\n"
      "  __half2 s = __hfma2(h[0], h[1], __float2half2_rn(2));\n"
      "  a[0] = __half22float2(s);\n}\n");
  const auto& statements = unit->kernels.at(0).body->statements;
  CHECK(testing::print(*statements.at(0)) ==
        "let __half2 s (__hfma2:__half2 (load (index (load h) 0)) (load (index (load h) 1)) "
        "(__float2half2_rn:__half2 (->float 2)))");
  CHECK(testing::print(*unit->functions.at(0)->body).starts_with("{ return (__half2 (->__half"));
  CHECK_FALSE(unit->functions.at(0)->is_own);
}
